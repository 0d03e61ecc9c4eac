/** Pairs of a term and what it is, as a list. */
import { type Html, html } from './html.ts';
import type { Label } from '../model/entity.ts';

export type Definition = readonly [term: Label, value: Html | string];

/** @param style class of the list, in which each pair is a block */
export function definitionList(
  style: string,
  definitions: readonly Definition[],
  say: (label: Label) => Html | string,
): Html {
  return html`<dl class="${style}">
    ${definitions.map(
      ([term, value]) =>
        html`<div>
          <dt>${say(term)}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
