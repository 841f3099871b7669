// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

// What was read once is kept for as long as a page stands: of files before nothing, and for files after it none of these words.
vi.resetModules();
const { changeLanguage, takeLanguage } = await import('./change-language.ts');
const { followLanguage, languageKey, said, startTexts, t, wordsOfRules } = await import('./texts.ts');
afterAll(() => {
  localStorage.clear();
  vi.resetModules();
});

const english = {
  common: { save: 'Save' },
  errors: { gone: { message: 'It is gone.' } },
  words: { Vorname: 'First name' },
};
const files: Record<string, unknown> = {
  '/assets/i18n/de.json': {
    common: { ok: 'Gut', save: 'Speichern' },
    errors: { gone: { message: 'Es ist fort.' } },
  },
  '/assets/i18n/en.json': english,
};
const server = (input: RequestInfo | URL) =>
  Promise.resolve(
    typeof input === 'string' && files[input] !== undefined
      ? new Response(JSON.stringify(files[input]))
      : new Response('', { status: 404 }),
  );
const spoken = () => [t('common.save'), said('Vorname'), document.documentElement.lang];
const inGerman = ['Speichern', 'Vorname', 'de'];
const inEnglish = ['Save', 'First name', 'en'];

describe('language of the interface', () => {
  beforeEach(async () => {
    localStorage.clear();
    await startTexts('de-DE', server);
  });

  it('changes while the page stands, is drawn anew and remembered', async () => {
    const draw = vi.fn();
    followLanguage(draw);
    expect(await changeLanguage('en', server)).toBe(true);
    expect([spoken(), t('common.ok'), draw.mock.calls.length]).toEqual([inEnglish, 'Gut', 2]);
    expect(localStorage.getItem(languageKey)).toBe('en');
    await startTexts('de-DE', server);
    expect(spoken()).toEqual(inEnglish);
    await changeLanguage('de', server);
    expect(spoken()).toEqual(inGerman);
  });

  it('says a refusal of the server in the words of its error', async () => {
    expect(said('Es ist fort.')).toBe('Es ist fort.');
    await changeLanguage('en', server);
    expect(said('Es ist fort.')).toBe('It is gone.');
  });

  it('stays where its texts cannot be read', async () => {
    expect(await changeLanguage('en', () => Promise.reject(new TypeError('no network')))).toBe(false);
    expect([spoken(), localStorage.length]).toEqual([inGerman, 0]);
  });

  it('begins for visitors with the words of their pages, and has those of the rules before these are told', async () => {
    const asked: unknown[] = [];
    const split = (input: RequestInfo | URL) => {
      asked.push(input);
      if (input === '/assets/i18n/en.visitors.json')
        return Promise.resolve(Response.json({ ...english, words: { Name: 'Name (en)' } }));
      if (input === '/assets/i18n/en.words.json')
        return Promise.resolve(Response.json({ words: { Name: 'Name (en)', Vorname: 'First name' } }));
      return server(input);
    };
    vi.stubGlobal('fetch', split);
    localStorage.setItem(languageKey, 'en');
    await startTexts('de-DE', split, undefined, false);
    expect([said('Name'), said('Vorname'), t('common.save')]).toEqual(['Name (en)', 'Vorname', 'Save']);
    expect(asked).not.toContain('/assets/i18n/en.words.json');
    await Promise.all([wordsOfRules(), wordsOfRules()]);
    expect([said('Name'), said('Vorname'), said('Es ist fort.')]).toEqual([
      'Name (en)',
      'First name',
      'It is gone.',
    ]);
    await changeLanguage('de', split);
    await changeLanguage('en', split);
    expect(said('Vorname')).toBe('First name');
    vi.unstubAllGlobals();
  });

  it('is none the house does not offer', async () => {
    localStorage.setItem(languageKey, 'en');
    await startTexts('de-DE', server, Promise.resolve({ languages: ['de'] }));
    expect(spoken()).toEqual(inGerman);
  });

  it('chosen on the way in goes to the account', async () => {
    await changeLanguage('de', server);
    const store = vi.fn(() => Promise.resolve());
    await takeLanguage('en', store);
    expect(store).toHaveBeenCalledWith({ language: 'de' });
  });
});
