/** Checks a BEACON list for its author: reports each defect with its line, five sample addresses, and advice. */
import { grouped } from '../../../shared/numbers.ts';
import { dayOf } from '../../../core/model/days.ts';
import { BEACON_DEFECTS } from '../readers/beacon-defects.ts';
import { readPlaceholders } from '../readers/beacon-link.ts';
import { beaconReader } from '../readers/beacon.ts';
import { openInput } from '../readers/input.ts';
import { type Defect, type HeaderStatement, type Statement, UnusableSource } from '../readers/reader.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import type { BeaconSwitches } from '../register/register.ts';
import { createIdCounter } from './id-counter.ts';

export type CheckedList = Awaited<ReturnType<typeof checkList>>;

const SAMPLES = 5;

/** The sentence that explains a defect. */
export function explain({ reason }: Pick<Defect, 'reason'>): string {
  return BEACON_DEFECTS.get(reason)?.explanation ?? reason;
}

/**
 * Checks a list.
 * @param file path of the list, plain or gzip
 * @param scratch path of a temporary file, which is removed at the end
 * @param onStatement receives header, links and defects in the order of the lines; `number` counts the defects of the same reason
 */
export async function checkList(
  file: string,
  beacon: BeaconSwitches,
  now: Date,
  scratch: string,
  onStatement: (statement: Statement, number: number) => void,
) {
  const defects = new Map<string, number>();
  using ids = createIdCounter(scratch);
  const samples: { gnd: string; url: string }[] = [];
  let links = 0;
  let problems = 0;
  let header: HeaderStatement | undefined;
  let unusable: string | undefined;
  try {
    for await (const batch of beaconReader.read(openInput(file), { beacon })) {
      for (const statement of batch) {
        let number = 0;
        if (statement.kind === 'header') header = statement;
        else if (statement.kind === 'link') {
          links += 1;
          ids.add(statement.gnd);
          keepSample(samples, links, statement.gnd, statement.url);
        } else if (statement.kind === 'defect') {
          number = (defects.get(statement.reason) ?? 0) + 1;
          defects.set(statement.reason, number);
          if (statement.severity !== 'notice') problems += 1;
        }
        onStatement(statement, number);
      }
    }
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    unusable = error.message;
  }
  const distinct = ids.finish();
  return {
    /** Reason why the file cannot be read as a list. */
    ...(unusable !== undefined && { unusable }),
    links,
    ids: distinct,
    /** Number of defects by reason. */
    defects,
    /** Number of defects that lose a link or a part of it. */
    problems,
    samples,
    /** Fields of the header. */
    fields: header?.fields ?? {},
    /** Sentences on the header, and on repeated identifiers. */
    advice: unusable === undefined ? adviseOn(header, links, distinct, beacon, now) : [],
  };
}

/** Keeps the first links, then links at growing distances, so that the samples cover the whole list. */
function keepSample(samples: { gnd: string; url: string }[], number: number, gnd: GndId, url: string): void {
  if (samples.length < SAMPLES) samples.push({ gnd, url });
  else if (Number.isInteger(Math.log2(number))) samples[1 + (Math.log2(number) % (SAMPLES - 1))] = { gnd, url };
}

function adviseOn(
  header: HeaderStatement | undefined,
  links: number,
  ids: number,
  beacon: BeaconSwitches,
  now: Date,
): string[] {
  const fields = header?.fields ?? {};
  const advice: string[] = [];
  const target = readPlaceholders(beacon.targetOverride ?? fields['TARGET'] ?? '').pattern;
  if (fields['FORMAT'] === undefined) advice.push('The list has no line “#FORMAT: BEACON”.');
  if (fields['PREFIX'] === undefined)
    advice.push('The list has no #PREFIX; the prefix of the GND is https://d-nb.info/gnd/.');
  if (target !== '' && !/\{\+?ID\}/.test(target))
    advice.push('#TARGET has no {ID}; the identifier was appended to it.');
  if (fields['NAME'] === undefined) advice.push('The list has no #NAME for the collection that the links lead to.');
  if (fields['TIMESTAMP'] === undefined) advice.push('The list has no #TIMESTAMP, so its age is unknown.');
  const declared = header?.declaredDate;
  if (declared !== undefined && declared > dayOf(now)) {
    advice.push(`#TIMESTAMP is in the future (${declared}); are day and month in the right order?`);
  }
  if (links === 0) advice.push('The list has no links.');
  if (links > ids)
    advice.push(
      `${grouped(links - ids)} ${links - ids === 1 ? 'line repeats' : 'lines repeat'} the identifier of an earlier line.`,
    );
  return advice;
}
