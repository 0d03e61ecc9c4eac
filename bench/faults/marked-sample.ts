/** The bundled sample with a mark in every preferred name, every address at Wikipedia and every title of a source. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const SAMPLE = join(import.meta.dirname, '../../sample');

export function markOf(number: number): string {
  return `Fassung${number}z`;
}

export function marksIn(text: string): readonly string[] {
  return text.match(/Fassung\d+z/g) ?? [];
}

/** Each has one link more than the one before. @returns its register */
export function writeMarkedSample(folder: string, number: number): string {
  const mark = markOf(number);
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const name of readdirSync(join(SAMPLE, 'data'))) {
    const bytes = readFileSync(join(SAMPLE, 'data', name));
    const isPacked = name.endsWith('.gz');
    const text = markText((isPacked ? gunzipSync(bytes) : bytes).toString('latin1'), mark);
    const marked = Buffer.from(name === 'wikipedia-de.txt' ? withoutLines(text, number) : text, 'latin1');
    writeFileSync(join(folder, 'data', name), isPacked ? gzipSync(marked) : marked);
  }
  const register = readFileSync(join(SAMPLE, 'sources.yaml'), 'utf8');
  const file = join(folder, 'sources.yaml');
  writeFileSync(file, register.replaceAll('(Beispiel)', `(${mark})`).replaceAll('(sample)', `(${mark})`));
  return file;
}

/** Text in any encoding that has ASCII in it. */
function markText(text: string, mark: string): string {
  return text
    .replaceAll(/(de\.wikipedia\.org\/wiki\/[^"\s|]+)/g, `$1_${mark}`)
    .replaceAll(/(gnd#preferredNameForThe\w+" : \[ \{\s+"@value" : "[^"]+)/g, `$1 ${mark}`)
    .replaceAll(/("preferredName":"[^"]+)/g, `$1 ${mark}`);
}

/** Links to places that nothing else of the sample names are left out, so many that no two versions have the same number. */
function withoutLines(text: string, number: number): string {
  return text
    .split('\n')
    .slice(0, -1 - number)
    .join('\n');
}
