/** As much of R as the documents use: the request that a pipeline of httr2 makes, and the columns that are shown of its answer. */

export interface RProgram {
  readonly url: string;
  /** Member of the answer that is shown as a table, and its columns. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** Steps of a pipeline that do not change where it leads. */
const NEUTRAL = ['req_user_agent', 'req_retry', 'req_perform', 'resp_body_json'];

/** @throws when there is a step that it does not know, or a bracket is missing */
export function readR(source: string): RProgram {
  const [, pipeline = '', rest = ''] = /^library\(httr2\)\n\w+ <- ([^]*?)\n(\w+\$[^]*)$/.exec(source) ?? [];
  let url = new URL('http://invalid.invalid');
  for (const step of pipeline.split(/\s*\|>\s*/)) {
    const [, name = '', argument = ''] = /^(\w+)\((.*)\)$/.exec(step) ?? [];
    const [, parameter = '', text = ''] = /^(?:(\w+) = )?"([^"]*)"$/.exec(argument) ?? [];
    if (name === 'request') url = new URL(text);
    else if (name === 'req_url_path_append') url.pathname += `/${text}`;
    else if (name === 'req_url_query') url.searchParams.set(parameter, text);
    else if (!NEUTRAL.includes(name)) throw new Error(`what does this step do? ${step}`);
  }
  const [, table = '', list = ''] = /^\w+\$(\w+)\[, c\(((?:"\w+"(?:, )?)+)\)\]$/.exec(rest) ?? [];
  return { url: url.href, table, columns: [...list.matchAll(/"(\w+)"/g)].map(([, column = '']) => column) };
}
