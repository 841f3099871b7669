import { setNotation } from '@depotwerk/domain/notation';
import { afterAll, beforeAll } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { changeLanguage } from './change-language.ts';
import { speak, startTexts, textsInUse } from './texts.ts';

/** Texts as a server would send them. */
export const textServer: typeof fetch = (input) =>
  Promise.resolve(Response.json(typeof input === 'string' && input.includes('/en.') ? english : german));

/** Whatever the tests of a file or of a describe speak: the files after it, which share their modules, find the language of before. */
export function leavesLanguage(): void {
  let before: ReturnType<typeof textsInUse> = [];
  beforeAll(() => {
    before = textsInUse();
  });
  afterAll(() => {
    setNotation(undefined);
    speak(before);
    localStorage.clear();
  });
}

/** Runs the tests of a file or of a describe in English, with the texts a server would send. */
export function speaksEnglish(): void {
  leavesLanguage();
  beforeAll(async () => {
    await startTexts('de', textServer);
    await changeLanguage('en', textServer);
  });
}
