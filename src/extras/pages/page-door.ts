/** Makes a door of a page: adds its language, and a problem page for when the API refuses a call of the page. */
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import { type ChosenLanguage, languageParameter, type Locale, localeFor } from '../../shared/http/locale.ts';
import { lenient, type Parameter, type Parameters, type Shape, type ValuesOf } from '../../core/http/parameters.ts';
import { problem } from '../../core/http/problems.ts';
import { decodePercent } from '../../core/model/text.ts';
import { type Snapshot, StoreUnavailable } from '../../core/snapshot/store.ts';
import { CallRefused } from './internal-call.ts';
import { type Document, documentAnswer } from './layout.ts';
import { problemAnswerOf } from './problem-answer.ts';

type Described = 'name' | 'path' | 'needs' | 'summary' | 'quota' | 'dependsOn' | 'examples';

/** A page without what its door knows: the locale and, of an address without variable parts, the path. */
export type Page = Omit<Document, 'locale' | 'path'> & Partial<Pick<Document, 'path'>>;

interface PageDescription<S extends Shape> extends Pick<Door<ValuesOf<S>>, Described> {
  /** Parameters other than the language. */
  readonly parameters: S;
  /** `Cache-Control`; the default is five minutes. */
  readonly cacheControl?: string;
  /** @throws CallRefused when the API refuses a call that the page needs */
  readonly answer: (input: ValuesOf<S>, context: Context, locale: Locale) => Page | Answer | Promise<Page | Answer>;
}

export function pageDoor<S extends Shape>({ parameters, answer, ...page }: PageDescription<S>): Door {
  type Input = ValuesOf<S> & { readonly lang: ChosenLanguage };
  return door<Input>({
    cacheControl: 'public, max-age=300',
    ...page,
    audience: 'people',
    parameters: lenient({ ...parameters, lang: languageParameter }) as Parameters<Input>,
    // The doors that the page calls queue their heavy work themselves.
    work: 'light',
    async answer(input, context) {
      const locale = { ...localeFor(input.lang, context), isExcerpt: isExcerpt(snapshotIn(context)) };
      try {
        const made = await answer(input, context, locale);
        return 'main' in made ? documentAnswer({ locale, path: page.path, ...made }) : made;
      } catch (error) {
        if (error instanceof CallRefused) return problemAnswerOf(error.answer, locale, withoutLanguage(context.target));
        throw error;
      }
    },
  });
}

/** Fewest entities of the whole GND; it has about ten million. */
const WHOLE_GND = 1_000_000;

/** Whether there are data, and they are an excerpt of the GND; pages about an excerpt say so. */
export const isExcerpt = (snapshot: Snapshot | undefined) =>
  snapshot !== undefined && snapshot.counts.entities < WHOLE_GND;

function snapshotIn(context: Context): Snapshot | undefined {
  try {
    return context.store.snapshot;
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** The target of a request, without the parameter for the language. */
export function withoutLanguage(target: string): string {
  const [path = '', ...query] = target.split('?');
  const values = new URLSearchParams(query.join('?'));
  values.delete('lang');
  return values.size === 0 ? path : `${path}?${values.toString()}`;
}

/** The one variable segment of a path: neither empty nor several. */
export function segment(description: string, example: string): Parameter<string> {
  return {
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
    read(_, __, { segment: sent = '' }) {
      const text = sent === '' || sent.includes('/') ? undefined : decodePercent(sent);
      return text ?? problem('not_found');
    },
  };
}
