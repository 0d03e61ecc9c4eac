/** The way of a person from her page to those who change it, and the pages about privacy and accessibility. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAccessLog, createLog } from '../../../src/core/http/log.ts';
import { serveForTest } from '../serving.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { show } from './reading.ts';

const LIVING = '119053071';
const DEAD = '118540238';
/** A record of several persons. */
const SEVERAL = '1010346326';

describe('the page of a person', () => {
  const site = sampleForFile();

  it.each([
    ['de', 'Sind Sie das?'],
    ['en', 'Is this you?'],
  ])('leads those who may be living to the section about them (%s)', async (lang, question) => {
    const link = `/about?gnd=${LIVING}&lang=${lang}#person`;
    const { page } = await show(site, `/gnd/${LIVING}?lang=${lang}`);
    expect(page.texts('a').filter((text) => text.startsWith(question))).toHaveLength(1);
    expect(page.hrefs()).toContain(link);
    for (const gnd of [DEAD, '4065105-8', SEVERAL]) {
      expect((await show(site, `/gnd/${gnd}?lang=${lang}`)).page.hrefs().join(' ')).not.toContain('#person');
    }
    const about = (await show(site, link.replace('#person', ''))).page;
    expect(about.texts('h2')).toContain(lang === 'de' ? 'Sind Sie das?' : 'Is this you?');
  });
});

describe('letters from the section', () => {
  const addressesOf = (hrefs: readonly (string | undefined)[]) =>
    hrefs.flatMap((href) => (href?.startsWith('mailto:') ? new URL(href) : []));

  it('go to the editors of the GND and to the operator, and name number and page', async () => {
    const site = await serveForTest({
      baseUrl: 'https://links.example.org',
      operator: { contact: 'team@example.org' },
    });
    const { page } = await show(site, `/about?gnd=${LIVING}`);
    const letters = addressesOf(page.hrefs()).filter(({ search }) => search !== '');
    // Both stand beside wrong links, too, and the operator in a section of its own.
    expect(letters.map(({ pathname }) => pathname)).toEqual([
      'team@example.org',
      'gnd-info@dnb.de',
      'team@example.org',
      'gnd-info@dnb.de',
      'datenschutzbeauftragter@dnb.de',
      'team@example.org',
    ]);
    for (const { searchParams } of letters) {
      expect(searchParams.get('subject')).toBe(`GND ${LIVING}`);
      expect(searchParams.get('body')).toContain(`https://links.example.org/gnd/${LIVING}`);
    }
  });

  it.each(['', '?gnd=', '?gnd=nonsense', '?gnd=%0d%0a'])('say nothing about a person at /about%s', async (query) => {
    const site = await serveForTest({ operator: { contact: 'https://example.org/contact' } });
    const { status, page } = await show(site, `/about${query}`);
    expect(status).toBe(200);
    expect(addressesOf(page.hrefs()).map(({ search }) => search)).toEqual(['', '', '']);
    expect(page.hrefs()).toContain('https://example.org/contact');
  });
});

describe.each(['privacy', 'accessibility'] as const)('/%s', (name) => {
  it('is linked from every page, unless the operator has a page', async () => {
    const site = await serveForTest();
    for (const path of ['/', `/gnd/${DEAD}`, '/docs/nothing']) {
      expect((await show(site, `${path}?lang=en`)).page.hrefs(), path).toContain(`/${name}?lang=en`);
    }
    expect((await show(site, `/${name}`)).status).toBe(200);
  });

  it('leads to the page of the operator where there is one', async () => {
    const elsewhere = `https://example.org/${name}`;
    const site = await serveForTest({ operator: { [name]: elsewhere } });
    expect((await show(site, '/')).page.hrefs()).toContain(elsewhere);
    const { status, headers } = await site.get(`/${name}`);
    expect([status, headers.location]).toEqual([303, elsewhere]);
  });
});

describe('/privacy is true:', () => {
  it('no script stores anything in the browser', () => {
    const scripts = globSync(['{pages/script,embed,client}/**/*.{ts,js}'], {
      cwd: join(import.meta.dirname, '../../../src/extras'),
    });
    const sources = scripts.map((file) => readFileSync(join(import.meta.dirname, '../../../src/extras', file), 'utf8'));
    const all = sources.join('\n');
    expect(scripts.length).toBeGreaterThan(20);
    expect(all.match(/localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\./g)).toBeNull();
  });

  it('a line of the log has nothing of a request but its pattern and network', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', stream: { write: (line) => lines.push(line) } });
    const site = await serveForTest({ observers: [createAccessLog(log)], trustedProxies: ['127.0.0.1'] });
    const headers = {
      'x-forwarded-for': '192.0.2.77',
      'user-agent': 'confidential',
      referer: 'https://confidential.org',
    };
    for (const path of ['/api/v1/search?q=confidential', `/gnd/${DEAD}`, '/confidential'])
      await site.get(path, { headers });
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toMatch(/confidential|192\.0\.2\.77|118540238/);
    for (const line of lines) {
      const fields = Object.keys(JSON.parse(line) as object).toSorted();
      expect(fields).toEqual(['bytes', 'client', 'level', 'method', 'ms', 'msg', 'reqId', 'route', 'status', 'time']);
    }
  });
});
