/** The reference says everything that the OpenAPI description says, in both languages and without scripts. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import german from '../../../src/extras/pages/docs/descriptions.de.json' with { type: 'json' };
import { OPENAPI_HEADERS } from '../../../src/core/interface/openapi-headers.ts';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { PROBLEMS, ProblemSchema } from '../../../src/core/http/problems.ts';
import { germanOf } from '../../../src/extras/pages/reference-german.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { BROWSER, pageForTest, WITHOUT_BROWSER } from './browser.ts';
import { attribute, type Element, rawText, type Read, show, textOf } from './reading.ts';
import { has } from '../../has.ts';

const run = promisify(execFile);
const site = sampleForFile();

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}
interface Media {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly summary: string }>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly description: string;
  readonly parameters?: readonly (Schema & { readonly name: string; readonly schema: Schema })[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let description: Description;
beforeAll(async () => {
  description = JSON.parse((await site.get('/api/v1/openapi.json')).text) as Description;
});

const anchorOf = (path: string) => `get-${path.replace(/[{}]/g, '-')}`;

/** The section whose heading has this identifier. */
function sectionOf(page: Read, id: string): Element | undefined {
  return page.all('section').find((section) => attribute(section, 'aria-labelledby') === id);
}

/** Names and texts of all fields below a schema, each object once. */
function wordsOf({ $ref, ...schema }: Schema, seen = new Set<string>()): readonly string[] {
  if ($ref !== undefined) {
    const name = $ref.replace('#/components/schemas/', '');
    if (seen.has(name)) return [];
    return wordsOf(description.components.schemas[name] ?? {}, seen.add(name));
  }
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const parts = [...Object.values(properties), items, ...anyOf, additionalProperties].filter(
    (part) => part !== undefined,
  );
  return [
    ...Object.keys(properties),
    schema.description ?? '',
    ...(schema.enum ?? schema['x-extensible-enum'] ?? []),
    ...parts.flatMap((part) => wordsOf(part, seen)),
  ];
}

/** The text as a page shows it: in its language, code without backticks. */
const shownIn = (language: string, text: string) =>
  ((language === 'de' ? germanOf(text) : undefined) ?? text).replaceAll('`', '').replace(/\s+/g, ' ').trim();

/** All descriptions below a schema. */
function descriptionsIn({
  description: own,
  properties = {},
  items,
  anyOf = [],
  additionalProperties,
}: Schema): readonly string[] {
  const parts = [...Object.values(properties), items, ...anyOf, additionalProperties].filter(
    (part) => part !== undefined,
  );
  return [...(own === undefined ? [] : [own]), ...parts.flatMap(descriptionsIn)];
}

it('every description has a German text, and no other text is in the table', () => {
  const described = INTERFACE.flatMap(({ operation, parameters }) => [
    operation?.description ?? '',
    ...Object.values(parameters.shape).flatMap(({ schema, description: own }) => [
      own,
      ...descriptionsIn(schema as Schema),
    ]),
    ...Object.values(operation?.answers ?? {}).flatMap(({ schema, examples }) => [
      ...Object.values(examples).map(({ summary }) => summary),
      ...descriptionsIn(schema as Schema),
    ]),
  ]);
  const fields = Object.values(OPENAPI_HEADERS).map(({ description: own }) => own);
  const all = [...new Set([...described, ...descriptionsIn(ProblemSchema as Schema), ...fields])];
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((text) => germanOf(text) === undefined)).toEqual([]);
  const used = new Set(all.map((text) => /: (.+); property `\w+` of the GND ontology\.$/.exec(text)?.[1] ?? text));
  expect(Object.keys(german).filter((text) => !used.has(text))).toEqual([]);
});

describe.each(['de', 'en'])('the reference (%s)', (language) => {
  let reference: Awaited<ReturnType<typeof show>>;
  beforeAll(async () => {
    reference = await show(site, `/docs/reference?lang=${language}`);
  });
  const missing = (section: Element | undefined, words: readonly string[]) => {
    const text = textOf(section);
    return words.filter((word) => !text.includes(shownIn(language, word)));
  };

  it('is valid HTML with the policy of all pages, and needs no script', async () => {
    const { status, page, headers } = reference;
    expect([status, page.errors]).toEqual([200, []]);
    const other = await site.get('/docs');
    expect(headers['content-security-policy']).toBe(other.headers['content-security-policy']);
    const ids = page.all().flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const within = page.hrefs().filter((href) => href?.startsWith('#'));
    expect(within.filter((href = '') => !ids.includes(href.slice(1)))).toEqual([]);
  });

  it('begins with a table of all addresses', () => {
    const { page } = reference;
    const rows = page.texts('tr').slice(1, INTERFACE.length + 1).map((row) => row.split(' ').slice(0, 2).join(' ')); // prettier-ignore
    expect(rows).toEqual(INTERFACE.map(({ path }) => `GET ${path}`));
  });

  it.each(INTERFACE.map(({ path }) => path))('has all facts about %s', (path) => {
    const { page } = reference;
    const { get } = description.paths[path] ?? {};
    const section = sectionOf(page, anchorOf(path));
    expect(missing(section, [`GET ${path}`, get?.description ?? '?'])).toEqual([]);
    for (const { name, description: about = '', example, schema } of get?.parameters ?? []) {
      const { default: preset, minimum, maximum } = schema;
      const values = [preset, minimum, maximum, ...[example].flat()].filter((value) => value !== undefined).map(String);
      expect(missing(section, [name, about, ...values, ...wordsOf(schema)])).toEqual([]);
    }
    for (const [type, { schema, examples }] of Object.entries(get?.responses['200']?.content ?? {})) {
      const summaries = Object.values(examples).map(({ summary }) => summary);
      expect(missing(section, [type, ...summaries, ...wordsOf(schema)])).toEqual([]);
    }
  });

  it('says of each parameter and field whether it may be absent, and marks what is required', () => {
    const { page } = reference;
    const section = sectionOf(page, anchorOf('/api/v1/search'));
    const terms = page.all('dt').filter((term) => isWithin(term, section)).map(textOf); // prettier-ignore
    const [required, free, optional] = language === 'de' ? ['Pflicht', 'freiwillig', 'kann fehlen'] : ['required', 'optional', 'may be absent']; // prettier-ignore
    expect(terms.find((term) => term.startsWith('q '))).toMatch(new RegExp(` ${required}$`));
    expect(terms.find((term) => term.startsWith('limit '))).toMatch(new RegExp(` ${free}$`));
    expect(terms.find((term) => term.startsWith('approximate '))).toMatch(new RegExp(` ${optional}$`));
    const marked = page.all('small').filter((one) => attribute(one, 'class') === 'presence warn').map(textOf); // prettier-ignore
    expect(new Set(marked)).toEqual(new Set([required]));
  });

  it('names every problem: with its operation, or once if any address can have it', () => {
    const { page } = reference;
    const codesIn = (section: Element | undefined) =>
      new Set(page.all('code').filter((code) => isWithin(code, section)).map(textOf).filter((text) => text in PROBLEMS)); // prettier-ignore
    for (const [path, { get }] of Object.entries(description.paths)) {
      const own = Object.values(get.responses).flatMap(({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {})); // prettier-ignore
      const named = codesIn(sectionOf(page, anchorOf(path)));
      const common = codesIn(sectionOf(page, 'problems'));
      expect(own.filter((code) => !named.has(code) && !common.has(code))).toEqual([]);
    }
  });

  it('names every field of the header, and every field of a problem document', () => {
    const { page } = reference;
    const fields = Object.entries(OPENAPI_HEADERS).flatMap(([name, { description: about }]) => [name, about]);
    expect(missing(sectionOf(page, 'fields'), fields)).toEqual([]);
    expect(
      missing(
        sectionOf(page, 'problems'),
        wordsOf({ properties: description.components.schemas['Problem']?.properties ?? {} }),
      ),
    ).toEqual([]);
  });

  it('has examples that are answered, in the browser and as commands', async () => {
    const { page } = reference;
    const commands = page.all('pre').map(rawText).filter((text) => text.startsWith('curl ')); // prettier-ignore
    const opened = page.hrefs().filter((href) => href?.startsWith('/api/v1/'));
    for (const { examples } of INTERFACE) {
      for (const example of examples) {
        expect(commands).toContain(`curl '${site.url}${example as string}'`);
        expect(opened).toContain(example);
        expect((await site.get(example as string)).status).toBe(200);
      }
    }
  });

  it.skipIf(!has('curl'))('has commands that succeed (needs curl)', async () => {
    const commands = reference.page.all('pre').map(rawText).filter((text) => text.startsWith('curl ')); // prettier-ignore
    const { stdout } = await run('sh', ['-c', (commands[0] ?? '').replace('curl', 'curl --fail --silent')]);
    expect(stdout).toContain('118540238');
  });
});

describe.skipIf(BROWSER === undefined)(`in a browser${WITHOUT_BROWSER}`, () => {
  const page = pageForTest();

  it('the address of each operation leads to its section', async () => {
    for (const anchor of INTERFACE.map(({ path }) => anchorOf(path))) {
      await page.goto(`${site.url}/docs/reference?lang=en#${anchor}`);
      const { y = -1 } = (await page.locator(`[id="${anchor}"]`).boundingBox()) ?? {};
      expect(y, anchor).toBeGreaterThan(-1);
      expect(y, anchor).toBeLessThan(100);
    }
  });

  it('has the first example of each kind of answer open', async () => {
    const { page } = await show(site, '/docs/reference?lang=en');
    const examples = page.all('details').filter((one) => textOf(one).startsWith('Shortened example'));
    const opened = examples.filter((one) => attribute(one, 'open') !== undefined);
    expect(examples.length).toBeGreaterThan(opened.length);
    expect(opened.length).toBeGreaterThanOrEqual(INTERFACE.length - 1);
  });

  it('the name of an object that was described before opens that description', async () => {
    await page.goto(`${site.url}/docs/reference?lang=en`);
    const fields = page.locator('[id="getStatus.Quota"]');
    expect(await fields.isVisible()).toBe(false);
    await page.locator('a[href="#getStatus.Quota"]').first().dispatchEvent('click');
    await fields.waitFor({ state: 'visible' });
  });
});

function isWithin(element: Element, ancestor: Element | undefined): boolean {
  for (let node = element.parentNode; node !== null; node = 'parentNode' in node ? node.parentNode : null) {
    if (node === ancestor) return true;
  }
  return false;
}

it('a second example of an answer shows only where it differs from the first', async () => {
  const { page } = await show(site, '/docs/reference?lang=en');
  const examples = page.all('pre').map(rawText);
  expect(examples.filter((text) => text.includes('"requested": "1012979490"'))).toEqual([
    '{\n  …\n  "requested": "1012979490",\n  "redirectedFrom": [\n    "1012979490"\n  ]\n}',
  ]);
});
