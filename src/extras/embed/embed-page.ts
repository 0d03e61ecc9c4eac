/** `/embed/{gnd}`: the links of the box as a page for frames, as a fragment for other servers, or as JSON. */
import { json } from '../../core/http/answer.ts';
import { type Door, door } from '../../core/http/door.ts';
import { languageParameter, localeFor } from '../../shared/http/locale.ts';
import { type InputOf, lenient, type Parameter, textParameter } from '../../core/http/parameters.ts';
import { type Problem, problem } from '../../core/http/problems.ts';
import { parameterError } from '../../core/http/query-string.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { stripInvisible } from '../../core/model/text.ts';
import { BOX_PATH, boxSnippet, CLIENT_PATH, integrityOf, releasedDoors } from './released-files.ts';
import { listAnswer, missingFrame, POLICY, unknownKeysFrame } from './frame.ts';

/** The identifier, or any other text, about which a frame shows a sentence, not a problem document. */
const gnd: Parameter<string> = {
  in: 'path',
  required: true,
  description: 'GND identifier.',
  schema: { type: 'string' },
  example: '118540238',
  read([text = '']) {
    const begun = text.slice(0, 500);
    return gndIdIn(begun) ?? stripInvisible(begun).trim();
  },
};

/** Keys of collections or categories. */
const keys = (description: string): Parameter<readonly string[]> => ({
  ...textParameter(description),
  read: ([value = '']) => value.split(/[\s,]+/).filter(Boolean),
});

const parameters = lenient({
  gnd,
  include: keys('Only links of these collections and categories.'),
  exclude: keys('Collections and categories to leave out.'),
  limit: {
    ...textParameter('Maximum number of links; a value that is not a number means no limit.'),
    read: ([value = '']) => (/^\d+$/.test(value.trim()) ? Number(value) : undefined),
  },
  form: {
    ...textParameter('`fragment` for the list alone, `json` for the data that the box shows.', 'fragment'),
    schema: { type: 'string', enum: ['fragment', 'json'] },
  },
  credit: textParameter('`off` leaves out the line that names the service.', 'off'),
  lang: languageParameter,
});

/** Keys that name no collection and no category, by parameter. A mistyped key would otherwise hide all links. */
function unknownKeys({ include, exclude }: InputOf<typeof parameters>, snapshot: Snapshot): Problem | undefined {
  const keys = new Set([...snapshot.categories, ...snapshot.collections].map(({ key }) => key));
  const errors = Object.entries({ include, exclude }).flatMap(([name, given]) =>
    given
      .filter((key) => !keys.has(key))
      .map((key) =>
        parameterError(name, 'unknown_value', `contains ${key}, which is not a key of a collection or a category`),
      ),
  );
  return errors[0] && problem('invalid_request', { detail: errors[0].detail, errors });
}

const embedDoor = door({
  name: 'embed',
  path: '/embed/{gnd}',
  summary: 'The links of an entity as a page for frames',
  parameters,
  quota: { name: 'links' },
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600',
  headers: { 'content-security-policy': POLICY },
  service: { id: 'embed', answers: { 'text/html': undefined, 'application/json': undefined }, refusals: 'text/html' },
  examples: ['/embed/118540238', '/embed/118540238?form=fragment&include=encyclopedia&limit=3&lang=en'],
  use: {
    group: 'site',
    name: { de: 'Der Kasten', en: 'The box' },
    purpose: {
      de: 'Der Kasten zeigt in einem Blog, in einer Edition oder auf einer Museumsseite die Verweise zu einer Person, einem Ort oder einem Werk; zwei Zeilen HTML genügen.',
      en: 'On a blog, in an edition or on a museum site, the box shows the links for a person, a place or a work; two lines of HTML are enough.',
    },
    example: (baseUrl) => boxSnippet(baseUrl, '118540238'),
    pages: [{ door: 'document', values: { page: 'embed' } }],
  },
  announcement: {
    document: 'embed',
    placeholders: (baseUrl) => ({
      box: `${baseUrl}${BOX_PATH}" integrity="${integrityOf(BOX_PATH)}`,
      // Without the host: the page may be open under another name of the service.
      boxHere: `${new URL(baseUrl + BOX_PATH).pathname}" integrity="${integrityOf(BOX_PATH)}`,
      client: `${baseUrl}${CLIENT_PATH}`,
      clientTypes: `${baseUrl}${CLIENT_PATH.replace(/js$/, 'd.ts')}`,
      clientIntegrity: integrityOf(CLIENT_PATH),
    }),
  },
  async answer(input, context) {
    const { store } = context;
    // Programs get a problem document; readers of a frame get a sentence.
    const isSeen = input.form !== 'json' && input.form !== 'fragment';
    const unknown = unknownKeys(input, store.snapshot);
    if (unknown !== undefined) return isSeen ? unknownKeysFrame(unknown, localeFor(input.lang, context)) : unknown;
    const id = gndIdIn(input.gnd);
    const record = id && (await store.entity(id));
    if (record === undefined || !('answer' in record)) {
      const successors = record?.kind === 'deleted' ? record.successors : [];
      const absent = record === undefined ? 'unknown_gnd_id' : (`${record.kind}_gnd_id` as const);
      const code = id === undefined ? 'invalid_gnd_id' : absent;
      if (isSeen) return missingFrame(code, input.gnd, successors, localeFor(input.lang, context), context.link);
      return problem(code, record?.kind === 'deleted' ? { extensions: { successors } } : {});
    }
    const answer = (await readingOrder(store))(readAnswer(record.answer));
    if (input.form === 'json') return json(answer);
    return listAnswer(answer, input, localeFor(input.lang, context), context.link);
  },
});

export const doors = (): readonly Door[] => [...releasedDoors(), embedDoor];
