/** Reads pages as a program does: parsed, without a browser. */
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

export type Element = Tree.Element;

export interface Read {
  /** Elements of a name, or all, in the order of the document. */
  all(tag?: string): readonly Element[];
}

/** @throws never: as in a browser every text is a document; mistakes are in `errors` */
export function readPage(text: string): Read & { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const document = parse(text, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
  return {
    errors,
    all: (tag) => elementsOf(document).filter((element) => tag === undefined || element.tagName === tag),
  };
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
