/** `/resolve/table`: the page that resolves a list of identifiers to a table; `/resolve` redirects browsers to it. */
import type { Answer, Door } from '../../core/http/door.ts';
import { textParameter } from '../../core/http/parameters.ts';
import type { Locale } from '../../core/http/locale.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import { CallRefused, problemIn } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import { pageDoor } from './page-door.ts';
import { choicesOf, MAX_VALUES, resolveForm, type ResolveState, USUAL } from './resolve-form.ts';
import { type ResolveAnswer, resolveReport } from './resolve-report.ts';
import texts from './texts/resolve.json' with { type: 'json' };

const TEXT = texts.page;
const PATH = '/resolve/table';

/** A parameter with several values, in repeated fields or with separators in one field. */
const list = (description: string, example: string, separator: string) => ({
  ...textParameter(description, example),
  isList: true,
  read: (values: readonly string[]) => values.join(separator).trim(),
});

const parameters = {
  ids: list('Identifiers and web addresses.', 'Q5879,viaf:24602065', '\n'),
  to: list('Schemes and categories of links that are wanted.', 'viaf,isni', ','),
} as const;

export function resolvePage(): Door {
  return pageDoor({
    name: 'resolvePage',
    path: PATH,
    needs: 'resolve',
    summary: 'From a list of any identifiers to all others, for people',
    parameters,
    quota: { name: 'resolve', cost: ({ ids }) => Math.min(countIn(ids), MAX_VALUES) },
    dependsOn: 'snapshot',
    examples: [PATH, `${PATH}?ids=Q5879&to=viaf&lang=en`],
    async answer({ ids, to }, { call, store }, locale) {
      const wanted = to === '' ? USUAL : to.split(',');
      const values = splitIdentifiers(ids).values;
      if (values.length === 0) return resolveDocument(store, locale, PATH, { to: wanted });
      const names = wanted.map(encodeURIComponent).join(',');
      const query = `?ids=${values.map(encodeURIComponent).join(',')}&to=${names}`;
      const refuse = (error: string) => resolveDocument(store, locale, PATH, { ids, to: wanted, error }, 400);
      if (values.length > MAX_VALUES) {
        return refuse(locale.t(TEXT.tooMany, { received: values.length, maximum: MAX_VALUES }));
      }
      const answer = await call(`/resolve${query}&format=json`);
      if (problemIn(answer.body).code === 'too_many_ids') return refuse(locale.t(TEXT.tooLarge));
      if (answer.status !== 200) throw new CallRefused(answer);
      const { named, links } = choicesOf(store);
      const asked = { query, choices: [...named, ...links] };
      const result = resolveReport(answer.body as ResolveAnswer, asked, locale);
      return resolveDocument(store, locale, PATH + query, { ids, to: wanted, result });
    },
  });
}

/** The number of values, separated as the API does; this count alone shows that a list is too long. */
function countIn(ids: string): number {
  return splitIdentifiers(ids, MAX_VALUES).values.length;
}

function resolveDocument(store: Store, locale: Locale, path: string, state: ResolveState, status = 200): Answer {
  const { t } = locale;
  const parts = resolveForm(store, locale, state);
  return documentAnswer({ locale, path, status, title: t(TEXT.title), description: t(TEXT.description), ...parts });
}
