/** Describes a dump as a schema.org `Dataset`, for catalogues of research data that read the page of files. */
import type { DoorLink } from '../../core/http/door-link.ts';
import { dataBlock, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { DumpIndex } from '../../shared/dumps/dump-folder.ts';
import texts from './texts/files.json' with { type: 'json' };

/** Address of a licence with an SPDX identifier; none for a licence in words. */
function licenceUrls(licence: string): readonly string[] {
  return /^[\w.+-]+$/.test(licence) ? [`https://spdx.org/licenses/${licence}`] : [];
}

/** Describes the files of the whole dump; `index.json` also has those of single collections and sources. */
export function datasetJsonLd({ snapshot, files }: DumpIndex, link: DoorLink, { t, absolute, operator }: Locale): Html {
  const { id, date, builtAt } = snapshot;
  const url = link('dumpFile', { path: `${id}/index.json` });
  const licences = new Set(files.flatMap((file) => file.licences.flatMap(licenceUrls)));
  const whole = files.filter(({ name }) => !name.includes('/'));
  return dataBlock('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': url,
    url: absolute('/files'),
    name: `GND Links, ${id}`,
    description: t(texts.page.description),
    identifier: id,
    version: id,
    datePublished: builtAt.slice(0, 10),
    dateModified: date,
    isAccessibleForFree: true,
    license: [...licences],
    isBasedOn: 'https://www.dnb.de/gnd',
    ...(operator.contact?.startsWith('http') && { publisher: { '@type': 'Organization', url: operator.contact } }),
    distribution: whole.map(({ name, bytes, sha256 }) => ({
      '@type': 'DataDownload',
      name,
      contentUrl: link('dumpFile', { path: `${id}/${name}` }),
      encodingFormat: 'application/gzip',
      contentSize: `${bytes} B`,
      sha256,
    })),
  });
}
