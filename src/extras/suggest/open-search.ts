/** `/opensearch.xml`: describes the search of the site for browsers and other programs. */
import { ICON_PATH } from '../../core/interface/well-known/well-known.ts';
import { text } from '../../core/http/answer.ts';
import { door } from '../../core/http/door.ts';
import { html } from '../../shared/http/html.ts';
import { lenient } from '../../core/http/parameters.ts';

const OPEN_SEARCH_PATH = '/opensearch.xml';

export const descriptionDoor = door({
  name: 'openSearch',
  path: OPEN_SEARCH_PATH,
  summary: 'Description of the search, for browsers',
  parameters: lenient({}),
  dependsOn: 'release',
  isCertain: true,
  cacheControl: 'public, max-age=86400',
  examples: [OPEN_SEARCH_PATH],
  service: { id: 'opensearchDescription', answers: { 'application/opensearchdescription+xml': undefined } },
  answer: (_, { baseUrl, link, operator }) => {
    const page = link('searchPage');
    const contact = operator.contact?.startsWith('mailto:') ? operator.contact.slice('mailto:'.length) : undefined;
    const { markup } = html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"
      ><ShortName>GND Links</ShortName
      ><Description>Entities of the GND and their links</Description
      >${contact !== undefined && html`<Contact>${contact}</Contact>`}<InputEncoding>UTF-8</InputEncoding
      ><image width="16" height="16" type="image/svg+xml">${baseUrl}${ICON_PATH}</image
      >${page !== undefined && html`<Url type="text/html" template="${page}?q={searchTerms}" />`}<Url
        type="application/x-suggestions+json"
        template="${baseUrl}/suggest?q={searchTerms}" /><Url
        type="application/opensearchdescription+xml"
        rel="self"
        template="${baseUrl}${OPEN_SEARCH_PATH}"
    /></OpenSearchDescription>`;
    return text(`<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`, {
      contentType: 'application/opensearchdescription+xml; charset=utf-8',
    });
  },
});
