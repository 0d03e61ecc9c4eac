/** Templates for HTML: text stays text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataBlock, html } from '../../../src/shared/http/html.ts';
import { attribute, readPage, textOf } from './reading.ts';
import { anyCharacter } from '../../any-character.ts';

describe('a template', () => {
  it('shows any text unchanged, in content and attributes', () => {
    // HTML parsers replace NUL and carriage returns in any text.
    const text = fc.string({ unit: anyCharacter }).map((value) => value.replace(/[\0\r]/g, ''));
    fc.assert(
      fc.property(text, (value) => {
        const page = readPage(`<!doctype html><body>${html`<p title="${value}">.${value}.</p>`.markup}`);
        const [paragraph] = page.all('p');
        expect(attribute(paragraph, 'title')).toBe(value);
        const shown = paragraph?.childNodes.map((node) => ('value' in node ? node.value : '?')).join('');
        expect(shown).toBe(`.${value}.`);
        expect(page.all()).toHaveLength(4);
      }),
    );
  });

  it('joins lists, keeps markup of other templates, and leaves out undefined values', () => {
    const items = ['a', '<b>'].map((item) => html`<b>${item}</b>`);
    expect(html`${items}${undefined}${false}${3}`.markup).toBe('<b>a</b><b>&lt;b&gt;</b>3');
  });
});

it('a block of data is not closed by its content', () => {
  const value = { name: '</script><script>alert(1)</script><!--' };
  const [block, ...rest] = readPage(`<!doctype html>${dataBlock('application/ld+json', value).markup}`).all('script');
  expect(rest).toEqual([]);
  expect(JSON.parse(textOf(block))).toEqual(value);
});
