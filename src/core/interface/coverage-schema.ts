/** The shape of a coverage report, as JSON and as a table. */
import { type Static, Type } from 'typebox';
import {
  closedSet,
  type Immutable,
  text,
  count,
  described,
  list,
  byKey,
  HEAD,
  gndId,
  gndUri,
  object,
} from '../model/schema.ts';
import { CATEGORY_KEYS, EntityTypeName, categoryKey, Readings, Reason } from '../snapshot/links-answer.ts';

/** Verdicts on an identifier, one for each row of the report. */
const VERDICTS = ['covered', 'no_links', 'redirected', 'deleted', 'withheld', 'unknown', 'invalid'] as const;

const CoverageRow = described(
  'CoverageRow',
  'Verdict on one identifier in the list, with the entity and the number of its links.',
  {
    input: text('Identifier as it was sent.'),
    verdict: closedSet(VERDICTS, { description: 'Verdict on the identifier.' }),
    reason: Type.Optional(Reason),
    readings: Type.Optional(Readings),
    suggestion: Type.Optional(gndId('A corrected identifier that exists in the data.')),
    gnd: Type.Optional(
      gndId('GND identifier. If the requested record was merged, it is the identifier of the surviving record.'),
    ),
    uri: Type.Optional(gndUri),
    successors: Type.Optional(
      list('Records that took over parts of the deleted record.', gndId('GND identifier of a successor.')),
    ),
    type: Type.Optional(EntityTypeName),
    preferredName: Type.Optional(text('Authorised form of the name.')),
    links: Type.Optional(count('Number of links.')),
    byCategory: Type.Optional(
      byKey(Type.Integer({ minimum: 1 }), 'Number of links in each category. Categories without links are left out.'),
    ),
    missingCategories: Type.Optional(list('Categories without a link.', categoryKey('Key of a category.'))),
    sources: Type.Optional(list('Keys of the sources that contain the links, sorted.', text('Key of a source.'))),
  },
);

export const CoverageAnswerSchema = described('CoverageAnswer', 'Verdicts on a list of identifiers.', {
  ...HEAD,
  summary: object('Number of rows with each verdict.', {
    requested: count('Number of identifiers in the list.'),
    distinct: count('Number of different identifiers in the list.'),
    covered: count('Number of rows with the verdict `covered`.'),
    noLinks: count('Number of rows with the verdict `no_links`.'),
    redirected: count('Number of rows with the verdict `redirected`.'),
    deleted: count('Number of rows with the verdict `deleted`.'),
    withheld: count('Number of rows with the verdict `withheld`.'),
    unknown: count('Number of rows with the verdict `unknown`.'),
    invalid: count('Number of rows with the verdict `invalid`.'),
  }),
  items: Type.Array(CoverageRow, {
    maxItems: 100,
    description: 'One row for each identifier in the list, in the order of the list.',
  }),
});
export type CoverageAnswer = Immutable<Static<typeof CoverageAnswerSchema>>;
export type CoverageRowValue = CoverageAnswer['items'][number];

/** Columns of the table before and behind those of the categories. */
export const LEADING_COLUMNS = ['input', 'verdict', 'reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links'] as const; // prettier-ignore
export const TRAILING_COLUMNS = ['sources', 'successors'] as const;

export const CoverageTable = Type.String({
  title: 'CoverageTable',
  description:
    'A table in the format of RFC 4180 with a header line. The columns are in this order: ' +
    `${[...LEADING_COLUMNS, ...CATEGORY_KEYS, ...TRAILING_COLUMNS].join(', ')}; new ones are only added at the end. A cell that a spreadsheet ` +
    'could take for a formula begins with an apostrophe; JSON contains the exact values.',
});
