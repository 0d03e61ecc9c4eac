/** How many web addresses curation takes a second, next to what the URL parser alone needs. */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { loadCuration } from '../src/register/curation.ts';

const config = join(import.meta.dirname, '..', 'config');
const curation = await loadCuration(config);

/** Roughly in the proportions of the GND: most links go to VIAF, ISNI, Wikidata, Kalliope, LC; few need much work. */
const addresses = Array.from({ length: 100_000 }, (_, i) => {
  const gnd = 100_000_000 + i * 10;
  return [
    `http://viaf.org/viaf/${1_000_000 + i}`,
    `http://viaf.org/viaf/${9_000_000 + i}`,
    `https://isni.org/isni/${String(121_907_494 + i).padStart(16, '0')}`,
    `http://www.wikidata.org/entity/Q${i + 1}`,
    `https://kalliope-verbund.info/gnd/${gnd}`,
    `http://id.loc.gov/rwo/agents/n${79_000_000 + i}`,
    `https://www.deutsche-digitale-bibliothek.de/person/gnd/${gnd}`,
    `https://de.wikipedia.org/wiki/Titel_%28M%C3%BCnster%29_${i}`,
    `http://www.deutsche-biographie.de/pnd${gnd}.html#ndbcontent`,
    `https://unbekannt.example.org/eintrag/${i}?lang=de`,
  ][i % 10] as string;
});

function measure(name: string, run: (address: string) => unknown): number {
  let best = Infinity;
  let found = 0;
  for (let round = 0; round < 7; round += 1) {
    const start = performance.now();
    for (const address of addresses) if (run(address) !== undefined) found += 1;
    best = Math.min(best, performance.now() - start);
  }
  const perSecond = Math.round(addresses.length / (best / 1000));
  console.log(
    `| ${name} | ${perSecond.toLocaleString('en')} | ${((best * 1e6) / addresses.length).toFixed(0)} | ${found} |`,
  );
  return best;
}

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, best of 7 rounds\n`);
console.log('| what | addresses/s | ns each | answered |\n|---|---:|---:|---:|');
const parser = measure('URL.parse and its five parts', (address) => {
  const url = URL.parse(address);
  return url === null ? undefined : url.host + url.pathname + url.search + url.hash + url.href;
});
const target = measure('target()', curation.target);
measure('identifier()', (address) => curation.identifier(address));
console.log(`\ntarget() takes ${(target / parser).toFixed(1)} times as long as the parser.`);
