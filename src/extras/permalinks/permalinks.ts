/** `/viaf/{id}`, `/wikidata/{id}` …: permanent addresses that lead from an identifier from another register to the entity with it. */
import { Type } from 'typebox';
import { redirect } from '../../core/http/answer.ts';
import { type Answer, type Context, type Door, door, type Use } from '../../core/http/door.ts';
import { languageParameter, localeFor } from '../../shared/http/locale.ts';
import { type InputOf, lenient, type Parameter } from '../../core/http/parameters.ts';
import { preferredForm } from '../../shared/http/preferred-form.ts';
import type { IdentifierScheme } from '../../core/model/identifier-scheme.ts';
import { address, gndId, gndUri, HEAD, named, text } from '../../core/model/schema.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { choiceAnswer, notFoundAnswer, type Permalink } from './permalink-answers.ts';

/** Largest number of characters of an identifier. */
const MAX_LENGTH = 300;

const id: Parameter<string> = {
  in: 'path',
  required: true,
  description: 'Identifier in the form of the scheme or in another common form.',
  schema: { type: 'string' },
  // People and programs add a slash at the end of an address.
  read: ([text = '']) => text.slice(0, MAX_LENGTH).replace(/\/+$/, ''),
};

const parameters = lenient({ id, format: preferredForm, lang: languageParameter });

/** Two doors for each scheme: one has the name of the scheme, one the name of its collection. */
export const doors = ({ schemes = [] }: Installation): readonly Door[] =>
  schemes.flatMap((scheme) =>
    [...new Set([scheme.scheme, scheme.collection])].map((name) => permalinkDoor(name, scheme)),
  );

const USE: Use = {
  group: 'site',
  name: { de: 'Dauerhafte Adressen', en: 'Permanent addresses' },
  purpose: {
    de: 'Diese Adressen führen von einer Nummer aus Wikidata, VIAF oder ORCID zur Seite der Entität.',
    en: 'These addresses lead from a Wikidata, VIAF or ORCID identifier to the page of the entity.',
  },
  example: (baseUrl) => `<a href="${baseUrl}/wikidata/Q5879">Goethe</a>`,
  pages: [{ door: 'document', values: { page: 'resolve' }, fragment: 'permalinks' }],
};

const ChoiceSchema = named('Choice', {
  ...HEAD,
  scheme: text('Register to which the identifier belongs.'),
  value: text('The identifier.'),
  items: Type.Array(
    Type.Object({
      gnd: gndId('GND identifier.'),
      uri: gndUri,
      type: text('Class of the GND ontology.'),
      preferredName: text('Authorised form of the name.'),
      description: Type.Optional(text('One line that distinguishes the entity from namesakes.')),
      links: address('Address of the links of the entity.'),
    }),
  ),
});

function permalinkDoor(name: string, scheme: IdentifierScheme): Door {
  return door({
    path: `/${name}/{id}`,
    summary: `${scheme.label.en}: the entity with a given identifier`,
    audience: 'people',
    parameters,
    quota: { name: 'links' },
    dependsOn: 'moment',
    cacheControl: 'public, max-age=300',
    service: { id: `entityBy-${name}`, answers: {}, redirects: true, refusals: 'text/html', choice: ChoiceSchema },
    examples: [],
    ...(name === 'wikidata' && { use: USE }),
    answer: (input, context) => answer({ name, scheme, ...input }, context),
  });
}

async function answer(
  { name, scheme, id: text, format: form, lang }: InputOf<typeof parameters> & Pick<Permalink, 'name' | 'scheme'>,
  context: Context,
): Promise<Answer> {
  const { store, link } = context;
  const locale = localeFor(lang, context);
  const prefix = `${scheme.scheme}:`;
  // The text may name its scheme itself, or be an address.
  const readings = await store.resolve([prefix + text.trim(), text]);
  const isOwn = (key: string) => key.startsWith(prefix);
  const { keys, matches } = readings.find((reading) => reading.keys.some(isOwn)) ?? { keys: [], matches: [] };
  // The value may also be an identifier of another scheme.
  const value = keys.find(isOwn)?.slice(prefix.length);
  const cards = matches.filter(({ key }) => key === prefix + value).map(({ card }) => card);
  // Without pages, people get what programs get.
  const isForPeople = form === 'html' && link('entityPage') !== undefined;
  const permalink: Permalink = { name, scheme, text, value, locale, isForPeople };
  const [only, other] = cards;
  if (only === undefined) return notFoundAnswer(permalink, context);
  if (other !== undefined) return choiceAnswer(permalink, cards, context);
  const { gnd } = only;
  const target = (isForPeople ? locale.to('entityPage', { gnd }) : undefined) ?? link('links', { gnd }) ?? '';
  return redirect(303, target, 'public, max-age=300');
}
