// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';

/** What a browser runs before the first paint, as it stands in the build. */
const script = readFileSync(join(import.meta.dirname, 'public/theme-boot.js'), 'utf8');

const boot = (isDark: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isDark }));
  // Nothing is fetched here.
  const append = vi.spyOn(document.head, 'append').mockReturnValue(undefined);
  runInThisContext(script);
  const [link] = append.mock.calls.flat();
  const href = link instanceof HTMLLinkElement ? link.getAttribute('href') : null;
  return [document.documentElement.dataset['theme'], href];
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.cookie = 'refreshTokenExists=; Max-Age=0';
});

it('is dark before the first paint where device or choice say so, so that no dark page flashes white', () => {
  const texts = '/assets/i18n/de.visitors.json';
  expect(boot(true)).toEqual(['dark', texts]);
  expect(boot(false)).toEqual(['light', texts]);
  localStorage.setItem('depotwerk.theme', 'light');
  expect(boot(true)).toEqual(['light', texts]);
  localStorage.setItem('depotwerk.theme', 'dark');
  expect(boot(false)).toEqual(['dark', texts]);
});

it('fetches the texts of all pages for who is signed in', () => {
  document.cookie = 'refreshTokenExists=1';
  expect(boot(false)[1]).toBe('/assets/i18n/de.json');
});
