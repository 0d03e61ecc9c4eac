/** The Dockerfile, read as far as this project writes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/command.ts';

export interface Instruction {
  /** `RUN`, `COPY` … */
  readonly name: string;
  /** What follows it, with continued lines joined. */
  readonly text: string;
}

export interface Stage {
  /** Empty where it has none. */
  readonly name: string;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Stages in their order; arguments before the first are put in where a stage names its image. */
export function readDockerfile(): readonly Stage[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/^\s*#.*\n/gm, '');
  const instructions = text
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  const defaults = instructions.slice(0, starts[0]).map((argument) => argument.text.split('='));
  return starts.map((start, number) => {
    const [image = '', , name = ''] = (instructions[start]?.text ?? '').split(' ');
    return {
      name,
      image: image.replace(
        /\$\{(\w+)\}/g,
        (_, wanted: string) => defaults.find(([known]) => known === wanted)?.[1] ?? '',
      ),
      instructions: instructions.slice(start + 1, starts[number + 1]),
    };
  });
}

/** All of that name. */
export function textsOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** The last of that name, which is the one that holds. */
export function textOf(stage: Stage, name: string): string {
  const text = textsOf(stage, name).at(-1);
  if (text === undefined) throw new Error(`the stage has no ${name}`);
  return text;
}

/** A command as a list, which runs without a shell. @throws when it is written otherwise */
export function execForm(text: string): readonly string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`${text} is no list of words`);
  return words;
}

/** `NAME=value` and `NAME="a value"`, of `ENV` and `LABEL`. */
export function pairsOf(stage: Stage, name: string): Readonly<Record<string, string>> {
  const pairs = textsOf(stage, name).flatMap((text) => [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)]);
  return Object.fromEntries(pairs.map(([, key = '', quoted, bare = '']) => [key, quoted ?? bare]));
}

/** The command of `HEALTHCHECK`. */
export function healthCommand(stage: Stage): readonly string[] {
  return execForm(/ CMD (.*)$/.exec(textOf(stage, 'HEALTHCHECK'))?.[1] ?? '');
}
