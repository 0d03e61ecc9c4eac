/**
 * Takes the pictures of docs/reconciliation.md with a running OpenRefine (3.6 or newer, English):
 * `node docs/openrefine.ts OPENREFINE SERVICE` with both addresses, e.g. `http://127.0.0.1:3333 http://127.0.0.1:8080`.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../test/extras/pages/browser.ts';

const [openRefine = '', service = ''] = process.argv.slice(2);
const TABLE = `Name,Born
"Planck, Max",1858
Johann Wolfgang von Goethe,1749
"Droste-Huelshoff, Annette von",1797
"Kafka, Franz",1883
"Müller, Johannes",
"Bach, J. S.",1685
"Schiller, Friedrich",1759
"Kant, Immanuel",1810
`;

async function createProject(): Promise<string> {
  const answer = await fetch(`${openRefine}/command/core/get-csrf-token`);
  const { token } = (await answer.json()) as { token: string };
  const form = new FormData();
  form.append('project-file', new Blob([TABLE], { type: 'text/csv' }), 'names.csv');
  form.append('project-name', 'Names');
  const address = `${openRefine}/command/core/create-project-from-upload?csrf_token=${encodeURIComponent(token)}`;
  const created = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(created.headers.get('location') ?? '', openRefine).href;
}

/** A fixed wait, because OpenRefine does not show when it has finished. */
const settle = (page: Page) => page.waitForTimeout(3000);

async function choose(page: Page, ...items: readonly string[]): Promise<void> {
  await page.locator('th.column-header', { hasText: 'Name' }).first().locator('.column-header-menu').click();
  for (const item of items) await page.locator('.menu-item', { hasText: item }).last().hover();
  await page
    .locator('.menu-item', { hasText: items.at(-1) ?? '' })
    .last()
    .click();
  await settle(page);
}

const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1100, height: 640 }, locale: 'en-GB' });
const take = (name: string) =>
  page.screenshot({ path: join(import.meta.dirname, `screenshots/openrefine-${name}.png`) });
const dialog = () => page.locator('.dialog-frame').last();

await page.goto(await createProject());
await page.waitForSelector('.data-table');
await choose(page, 'Reconcile', 'Start reconciling');
await page.getByText('Add standard service').first().click();
await dialog().locator('input').first().fill(`${service}/reconcile`);
await take('service');
await dialog().getByRole('button', { name: 'Add Service' }).click();
await settle(page);
await dialog().locator('.recon-dialog-service-opener').click();
const born = dialog().locator('tr', { hasText: 'Born' }).last();
await born.locator('input[type=checkbox]').check();
await born.locator('input').last().pressSequentially('dateOfB', { delay: 60 });
await page.locator('.fbs-item').first().click();
await take('types');
await dialog().getByRole('button', { name: 'Start reconciling' }).click();
await settle(page);
await page.locator('a.data-table-recon-topic', { hasText: 'Bach' }).hover();
await settle(page);
await take('candidates');
await page.mouse.move(5, 5);
await choose(page, 'Edit column', 'Add columns from reconciled values');
await dialog().getByText('Deutsche Biographie', { exact: true }).click();
await settle(page);
await take('extend');
await browser.close();
