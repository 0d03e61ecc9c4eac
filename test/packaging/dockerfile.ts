/** Parses the Dockerfile, in the forms that this project uses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/command.ts';

export interface Instruction {
  /** Keyword such as `RUN` or `COPY`. */
  readonly name: string;
  /** Arguments, with continued lines joined. */
  readonly text: string;
}

export interface Stage {
  /** Name of the stage; may be empty. */
  readonly name: string;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Stages in order; global arguments are substituted in the names of images. */
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

/** All instructions of a name. */
export function textsOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** The last instruction of a name, which is in force. */
export function textOf(stage: Stage, name: string): string {
  const text = textsOf(stage, name).at(-1);
  if (text === undefined) throw new Error(`the stage has no ${name}`);
  return text;
}

/** The list of a command in exec form. @throws when the command is in shell form */
export function execForm(text: string): readonly string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`${text} is no list of words`);
  return words;
}

/** Pairs `NAME=value` and `NAME="a value"` of `ENV` and `LABEL`. */
export function pairsOf(stage: Stage, name: string): Readonly<Record<string, string>> {
  const pairs = textsOf(stage, name).flatMap((text) => [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)]);
  return Object.fromEntries(pairs.map(([, key = '', quoted, bare = '']) => [key, quoted ?? bare]));
}

/** The command of `HEALTHCHECK`. */
export function healthCommand(stage: Stage): readonly string[] {
  return execForm(/ CMD (.*)$/.exec(textOf(stage, 'HEALTHCHECK'))?.[1] ?? '');
}
