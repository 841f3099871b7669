// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseTheme, startTheme } from './src/platform/theme.ts';

const script = readFileSync(join(import.meta.dirname, 'public/theme-boot.js'), 'utf8');

/** The look a page has before anything of the application is there, and the texts that are on their way by then. */
function boot({ isDeviceDark = false, cookie = '' } = {}) {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({
    matches: isDeviceDark,
    addEventListener: () => {},
    // Only what a look asks for.
  } as MediaQueryList);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
  delete document.documentElement.dataset['theme'];
  // Nothing is loaded here.
  const append = vi.spyOn(document.head, 'append').mockReturnValue();
  // As index.html runs it: a script of the page, no module.
  runInThisContext(script);
  const [link] = append.mock.calls.at(-1) ?? [];
  return {
    theme: document.documentElement.dataset['theme'],
    texts: link instanceof HTMLLinkElement && link.getAttribute('href'),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('what stands before the first paint', () => {
  it.each([
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
  ] as const)(
    'is the look the application shows: %s on a device that is dark: %s',
    (choice, isDeviceDark, theme) => {
      boot({ isDeviceDark });
      chooseTheme(choice);
      expect(boot({ isDeviceDark }).theme).toBe(theme);
      startTheme();
      expect(document.documentElement.dataset['theme']).toBe(theme);
    },
  );

  it('asks for the texts of visitors, or of all pages where somebody is signed in', () => {
    expect(boot().texts).toBe('/assets/i18n/de.visitors.json');
    expect(boot({ cookie: 'a=b; refreshTokenExists=1' }).texts).toBe('/assets/i18n/de.json');
  });
});
