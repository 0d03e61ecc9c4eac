/** Parses pages without a browser. */
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { Answer, Serving } from '../../core/http/serving.ts';

export type Element = Tree.Element;

export interface Read {
  /** Errors of the HTML parser. */
  readonly errors: readonly string[];
  /** Elements of a tag name, or all, in document order. */
  all(tag?: string): readonly Element[];
  /** Texts of the elements of a tag name. */
  texts(tag: string): readonly string[];
  /** Addresses of all links. */
  hrefs(): readonly (string | undefined)[];
  /** Text of the main element. */
  main(): string;
}

/** Parses any text without errors, like a browser. */
export function readPage(text: string): Read {
  const errors: string[] = [];
  const document = parse(text, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
  const all = (tag?: string) => elementsOf(document).filter(({ tagName }) => tag === undefined || tagName === tag);
  const texts = (tag: string) => all(tag).map(textOf);
  const hrefs = () => all('a').map((link) => attribute(link, 'href'));
  return { errors, all, texts, hrefs, main: () => texts('main')[0] ?? '' };
}

/** Requests and parses the page at an address. */
export async function show(
  { get }: Pick<Serving, 'get'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer & { readonly page: Read }> {
  const answer = await get(path, { headers });
  return { ...answer, page: readPage(answer.text) };
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((one) => one.name === name)?.value;
}

/** The text with white space as displayed. */
export function textOf(node: Tree.Node | undefined): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

export function rawText(node: Tree.Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : '';
}

function elementsOf(node: Tree.Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(elementsOf)] : own;
}

/** Rows of the table of a class as texts of cells, without the head row. */
export function rowsOf(page: Read, className: string): string[][] {
  const table = page.all('table').find((one) => attribute(one, 'class') === className);
  const body = table?.childNodes.find(({ nodeName }) => nodeName === 'tbody');
  const rows = page.all('tr').filter((row) => body !== undefined && row.parentNode === body);
  return rows.map(({ childNodes }) => childNodes.filter(({ nodeName }) => /^t[dh]$/.test(nodeName)).map(textOf));
}
