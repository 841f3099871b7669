import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownBrowser } from './support/own-browser.ts';

/**
 * The cleaning of foreign HTML needs the browser's own parser, so it is tested there: the real component's function,
 * bundled alone, on a page under the product's rules for scripts.
 */
let page: Page;

const policy =
  "default-src 'none'; script-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types app dompurify";

beforeAll(async () => {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../apps/web/src/ui/safe-html.tsx'),
    platform: 'browser',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'safeHtml' });
  await bundle.close();
  page = await (await ownBrowser()).newPage();
  await page.route('**/*', (route) => {
    const isScript = route.request().url().endsWith('.js');
    return route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/html',
      headers: { 'content-security-policy': policy },
      body: isScript
        ? output[0].code
        : '<!doctype html><div id="box"></div><script src="/safe-html.js"></script>',
    });
  });
  await page.goto('https://depotwerk.test/');
});
afterAll(() => page.context().close());

/** What remains of the HTML, and whether any of it ran or asked for something. */
async function cleaned(html: string): Promise<{ html: string; text: string }> {
  const requests: string[] = [];
  const note = (request: { url: () => string }) => requests.push(request.url());
  page.on('request', note);
  const result = await page.evaluate(async (source) => {
    // The bundle's global; the page has no types of ours.
    const { sanitizedFragment } = (
      globalThis as never as { safeHtml: { sanitizedFragment: (html: string) => DocumentFragment } }
    ).safeHtml;
    const box = document.querySelector('#box');
    if (!box) throw new Error('The page has no box');
    box.replaceChildren(sanitizedFragment(source));
    await new Promise((done) => setTimeout(done, 20));
    return { html: box.innerHTML, text: box.textContent, ran: 'ran' in globalThis };
  }, html);
  page.off('request', note);
  expect(result.ran).toBe(false);
  expect(requests).toEqual([]);
  return { html: result.html, text: result.text };
}

it('keeps text markup', async () => {
  const html = '<p>Bitte <strong>alle</strong> Verträge prüfen.</p><ul><li>a</li><li>b</li></ul>';
  expect((await cleaned(html)).html).toBe(html);
});

it('keeps https links, opened without access to this window', async () => {
  expect((await cleaned('<a href="https://example.org/a?b=1">Mehr</a>')).html).toBe(
    '<a href="https://example.org/a?b=1" rel="noopener noreferrer nofollow" target="_blank">Mehr</a>',
  );
});

it.each([
  '<img src=x onerror="globalThis.ran=1">',
  '<script>globalThis.ran=1</script>',
  '<svg onload="globalThis.ran=1"><a href="javascript:globalThis.ran=1">x</a></svg>',
  '<svg><animate onbegin="globalThis.ran=1" attributeName=x dur=1s></svg>',
  '<math><mi xlink:href="data:x,<script>globalThis.ran=1</script>">x</mi></math>',
  '<a href="javascript:globalThis.ran=1">x</a>',
  '<a href=" java\tscript:globalThis.ran=1">x</a>',
  '<a href="http://example.org">x</a>',
  '<a href="//example.org">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<form action="https://evil.example"><input name=a autofocus onfocus="globalThis.ran=1"></form>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<p style="background:url(https://evil.example)" onclick="globalThis.ran=1" id="app" class="shell">t</p>',
  '<style>*{display:none}</style>',
  '<link rel="stylesheet" href="https://evil.example/x.css"><meta http-equiv="refresh" content="0">',
  '<noscript><p title="</noscript><img src=x onerror=globalThis.ran=1>">x</p></noscript>',
  '<video src="https://evil.example/v" onerror="globalThis.ran=1"></video>',
  '<template><img src=x onerror="globalThis.ran=1"></template>',
])('removes what could act: %s', async (html) => {
  const result = await cleaned(html);
  expect(result.html).not.toMatch(
    /<(?:img|script|svg|math|form|input|iframe|object|embed|style|link|meta|video|template)|\son\w+=|style=|class=|\sid=|href=/i,
  );
});
