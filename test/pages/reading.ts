/** Reads pages as a program does: parsed, without a browser. */
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { Answer, Serving } from '../http/serving.ts';

export type Element = Tree.Element;

export interface Read {
  /** Mistakes in the markup. */
  readonly errors: readonly string[];
  /** Elements of a name, or all, in the order of the document. */
  all(tag?: string): readonly Element[];
  /** Their texts. */
  texts(tag: string): readonly string[];
  /** Addresses of all its links. */
  hrefs(): readonly (string | undefined)[];
  /** Text of the main part. */
  main(): string;
}

/** @throws never: as in a browser every text is a document */
export function readPage(text: string): Read {
  const errors: string[] = [];
  const document = parse(text, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
  const all = (tag?: string) => elementsOf(document).filter(({ tagName }) => tag === undefined || tagName === tag);
  const texts = (tag: string) => all(tag).map(textOf);
  const hrefs = () => all('a').map((link) => attribute(link, 'href'));
  return { errors, all, texts, hrefs, main: () => texts('main')[0] ?? '' };
}

/** The page at an address. */
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

/** With white space as it is shown. */
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

/** Rows of the table of a class as the texts of their cells, the head row left out. */
export function rowsOf(page: Read, className: string): string[][] {
  const table = page.all('table').find((one) => attribute(one, 'class') === className);
  const body = table?.childNodes.find(({ nodeName }) => nodeName === 'tbody');
  const rows = page.all('tr').filter((row) => body !== undefined && row.parentNode === body);
  return rows.map(({ childNodes }) => childNodes.filter(({ nodeName }) => /^t[dh]$/.test(nodeName)).map(textOf));
}
