/** The contract as a list of sentences, each with its proof: a check made here, or the test elsewhere that already makes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Elsewhere {
  /** Below `test/`. */
  readonly file: string;
  /** Titles as they are written there. */
  readonly titles: readonly string[];
}

type Check = () => void | Promise<void>;
type Proof = Check | Elsewhere;

/** A sentence in short words, then its proofs, at least one. */
type Sentence = readonly [says: string, ...proofs: readonly [Proof, ...Proof[]]];

export function provedIn(file: string, ...titles: readonly [string, ...string[]]): Elsewhere {
  return { file, titles };
}

export function contract(heading: string, sentences: readonly Sentence[]): void {
  describe(heading, () => {
    for (const [says, ...proofs] of sentences) {
      for (const proof of proofs) {
        if (typeof proof === 'function') it(says, proof);
        else it(`${says} (in test/${proof.file})`, () => expectTitles(proof));
      }
    }
  });
}

function expectTitles({ file, titles }: Elsewhere): void {
  const text = readFileSync(join(root, 'test', file), 'utf8');
  const isTitle = (title: string) => ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));
  expect(
    titles.filter((title) => !isTitle(title)),
    `tests that ${file} no longer has`,
  ).toEqual([]);
}
