/** Pages for frames of other sites: without scripts, with one style, and with a policy that allows nothing else. */
import { hash } from 'node:crypto';
import { page } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { html, type Html } from './html.ts';
import type { Language } from './locale.ts';

interface FramePage {
  readonly title: string;
  readonly language: Language;
  readonly body: Html;
}

/** @param style CSS of all pages @returns their `Content-Security-Policy`, and a function that writes one; links open outside the frame */
export function createFrame(style: string) {
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors *`;
  const write = ({ title, language, body }: FramePage, options: Partial<Answer> = {}): Answer => {
    const { markup } = html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <base target="_blank" />
          ${{ markup: `<style>${style}</style>` }}
        </head>
        <body>
          ${body}
        </body>
      </html>`;
    return page(markup, options);
  };
  return { policy, write };
}
