/** `POST /coverage/upload`: the page with the report on a list or file that a browser without scripts sent. */
import { coverageAnswer, MAX_IDS } from '../../core/interface/coverage.ts';
import { redirect } from '../../core/http/answer.ts';
import { type Answer, type Context, door } from '../../core/http/door.ts';
import { formFields } from '../../core/http/form-data.ts';
import { languageParameter, localeFor } from '../../core/http/locale.ts';
import { type InputOf, lenient, type Parameter } from '../../core/http/parameters.ts';
import { coveragePage, reportPath } from './coverage.ts';
import { decodeText, idsByRow, readPasted } from './coverage-list.ts';
import { coverageReport } from './coverage-report.ts';
import { createRegister, registerIfAny } from './register.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;
/** Largest number of identifiers of an upload. */
const MAX_UPLOADED = 1000;
/** Bytes of a file that cost 1: finding identifiers in a megabyte takes as long as looking up a thousand of them. */
const BYTES_FOR_ONE = 128 * 1024;
/** Longest address of a report that people can share, in characters. */
const MAX_ADDRESS = 2000;

const readRegister = createRegister();

interface Uploaded {
  /** Identifiers; absent if the file is not text. */
  readonly ids?: readonly string[];
  /** Size of all fields in bytes. */
  readonly size: number;
}

/** The list; undefined for a request without a body, e.g. when somebody opens the address in a browser. */
const list: Parameter<Uploaded | undefined> = {
  in: 'query',
  bodies: ['multipart/form-data'],
  description: 'Fields `ids` and `file`; the file counts where there is one.',
  schema: { type: 'string' },
  read(_, __, { body, headers }) {
    if (body === undefined) return undefined;
    const fields = formFields(body.bytes, headers['content-type'] ?? '');
    const file = fields.get('file');
    const text = decodeText(file === undefined || file.length === 0 ? (fields.get('ids') ?? Buffer.alloc(0)) : file);
    const size = body.bytes.length;
    if (text === undefined) return { size };
    const reading = readPasted(text);
    return { ids: idsByRow(reading, reading.best).flat(), size };
  },
};

const parameters = lenient({ list, lang: languageParameter });

const EXAMPLE = ['118540238', '1012979499', '11854023Y'].join('\r\n');

export const uploadDoor = door({
  path: '/coverage/upload',
  summary: 'The page that checks a list, for browsers without scripts',
  audience: 'people',
  methods: ['GET', 'POST'],
  parameters,
  quota: {
    name: 'coverage',
    cost: ({ list: { ids = [], size } = { size: 0 } }) =>
      Math.max(1, Math.ceil(Math.min(ids.length, MAX_UPLOADED) / MAX_IDS), Math.ceil(size / BYTES_FOR_ONE)),
  },
  work: 'heavy',
  dependsOn: 'snapshot',
  cacheControl: 'no-store',
  examples: [
    {
      target: '/coverage/upload?lang=en',
      mediaType: 'multipart/form-data; boundary=x',
      body: `--x\r\nContent-Disposition: form-data; name="ids"\r\n\r\n${EXAMPLE}\r\n--x--\r\n`,
    },
  ],
  answer,
});

async function answer({ list: sent, lang }: InputOf<typeof parameters>, context: Context): Promise<Answer> {
  const locale = localeFor(lang, context);
  if (sent === undefined) return redirect(303, locale.link('/coverage'));
  const { ids } = sent;
  const refuse = (error: string) => coveragePage(locale, { path: '/coverage', status: 400, form: { error } });
  if (ids === undefined) return refuse(locale.t(TEXT.notText));
  if (ids.length === 0) return refuse(locale.t(TEXT.missing));
  if (ids.length > MAX_UPLOADED) {
    return refuse(locale.t(TEXT.tooMany, { received: ids.length, maximum: MAX_UPLOADED }));
  }
  const path = reportPath(ids);
  // People can share a report with an address of its own.
  if (ids.length <= MAX_IDS && path.length <= MAX_ADDRESS) return redirect(303, locale.link(path));
  const report = await coverageAnswer(context.store, ids);
  const categories = (await registerIfAny(readRegister, context.call))?.categories ?? [];
  return coveragePage(locale, { path: '/coverage', form: { result: coverageReport(report, categories, locale) } });
}
