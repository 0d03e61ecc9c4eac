/** What errors of OAI-PMH mean, in sentences for whoever reads why a source is failing. */
import { DownloadFailed } from '../download/download-failure.ts';

/** By code. OAI-PMH 2.0 §3.6 */
const SENTENCES: Readonly<Record<string, readonly [reason: string, sentence: string]>> = {
  badArgument: ['oai_bad_argument', 'The repository refuses what it is asked for.'],
  badResumptionToken: ['oai_bad_resumption_token', 'The repository has forgotten its place in the list.'],
  badVerb: ['oai_bad_verb', 'The repository does not know the request.'],
  cannotDisseminateFormat: ['oai_no_format', 'The repository does not give its records in the format of the register.'],
  idDoesNotExist: ['oai_no_identifier', 'The repository does not know the identifier.'],
  noMetadataFormats: ['oai_no_format', 'The repository has no format for its records.'],
  noRecordsMatch: ['oai_no_records', 'The repository has no records.'],
  noSetHierarchy: ['oai_no_sets', 'The repository has no sets, but the register names one.'],
};

/** @param code undefined when the answer is not to what was asked */
export function protocolFailure(code: string | undefined): DownloadFailed {
  if (code === undefined)
    return new DownloadFailed('wrong_format', 'The repository answers something else than it is asked.');
  const [reason, sentence] = (Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined) ?? [
    'oai_unknown_error',
    'The repository answers with an error that OAI-PMH does not know.',
  ];
  return new DownloadFailed(reason, sentence);
}
