import { afterAll, beforeAll } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { changeLanguage } from './change-language.ts';
import { startTexts } from './texts.ts';

/** Runs the tests of a file in English, with the texts a server would send; German again afterwards. */
export function speaksEnglish(): void {
  const server = (input: RequestInfo | URL) =>
    Promise.resolve(Response.json(typeof input === 'string' && input.includes('/en.') ? english : german));
  beforeAll(async () => {
    await startTexts('de', server);
    await changeLanguage('en', server);
  });
  afterAll(async () => {
    await changeLanguage('de', server);
    localStorage.clear();
  });
}
