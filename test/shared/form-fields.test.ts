/** The fields of a URL-encoded form. */
import { expect, it } from 'vitest';
import { urlEncodedFields } from '../../src/shared/http/form-fields.ts';

it('the fields of a form are limited in number', () => {
  expect(urlEncodedFields('ids=1&ids=2&to=viaf')).toEqual(new URLSearchParams('ids=1&ids=2&to=viaf'));
  expect(urlEncodedFields('a&'.repeat(1_999))).toHaveProperty('size', 1_999);
  expect(urlEncodedFields('a&'.repeat(2_000))).toMatchObject({
    code: 'invalid_request',
    detail: 'The body has more than 2,000 fields.',
  });
});
