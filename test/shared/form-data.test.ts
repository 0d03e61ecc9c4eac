/** Multipart forms with files, as browsers send them, and malformed ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formFields, urlEncodedFields } from '../../src/shared/http/form-data.ts';

describe('the fields of a form', () => {
  it('are read as they were sent', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const content = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.tuple(name, content), { selector: ([key]) => key }), async (fields) => {
        const form = new FormData();
        for (const [key, bytes] of fields) form.set(key, new File([bytes], 'list "1".txt'));
        const sent = new Response(form);
        const type = sent.headers.get('content-type') ?? '';
        const read = formFields(Buffer.from(await sent.arrayBuffer()), type);
        expect([...read].map(([key, bytes]) => [key, [...bytes]])).toEqual(
          fields.map(([key, bytes]) => [key, [...bytes]]),
        );
      }),
    );
  });

  it.each([
    ['without a boundary', 'multipart/form-data', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--'],
    ['of another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n1\r\n--x--'],
    ['that is cut off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
    ['without a name', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
    ['of nothing', 'multipart/form-data; boundary=x', ''],
    ['of boundaries alone', 'multipart/form-data; boundary=x', '--x\r\n--x\r\n--x--'],
  ])('are empty in a form %s', (_, type, body) => {
    expect([...formFields(Buffer.from(body), type)]).toEqual([]);
  });

  it('are limited in number in a URL-encoded form', () => {
    expect(urlEncodedFields('ids=1&ids=2&to=viaf')).toEqual(new URLSearchParams('ids=1&ids=2&to=viaf'));
    expect(urlEncodedFields('a&'.repeat(1_999))).toHaveProperty('size', 1_999);
    expect(urlEncodedFields('a&'.repeat(2_000))).toMatchObject({
      code: 'invalid_request',
      detail: 'The body has more than 2,000 fields.',
    });
  });

  it('are read from any bytes without failure', () => {
    const piece = fc.constantFrom(
      '--x',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="a"',
      '--',
      'x',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const body = Buffer.from(pieces.join(''));
        for (const content of formFields(body, 'multipart/form-data; boundary="x"').values()) {
          expect(content.length).toBeLessThan(body.length);
        }
      }),
    );
  });
});
