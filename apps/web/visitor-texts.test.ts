import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { germanIn, keysIn, modulesOfVisitors, visitorTexts } from './visitor-texts.ts';

const source = (file: string) => join(import.meta.dirname, 'src', file);

const imports: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': [source('router.tsx'), '/node_modules/some-library/index.js'],
  'router.tsx': [source('login-page.tsx'), source('routes/all.tsx'), source('shell/dialog-outlet.tsx')],
  'routes/all.tsx': [source('contracts-page.tsx')],
};
const code: Readonly<Record<string, string>> = {
  'login-page.tsx': "t('auth.login.title'); t(`common.${name}`); t('analysis.result');",
  'contracts-page.tsx': "t('contracts.title')",
};
const modules = {
  getModuleInfo(id: string) {
    const file = id.slice(source('').length + 1);
    return {
      code: code[file] ?? '',
      importedIds: imports[file]?.slice(0, 1) ?? [],
      dynamicallyImportedIds: imports[file]?.slice(1) ?? [],
    };
  },
};

describe('texts of the pages for visitors', () => {
  it('are those of the code they reach, at once or later, not of what waits for all texts', () => {
    expect(new Set(modulesOfVisitors(modules))).toEqual(
      new Set(['login-page.tsx', 'main.tsx', 'router.tsx'].map(source)),
    );
  });

  it('are named in full, by a branch above them or by the beginning of a template', () => {
    const isNeeded = keysIn(
      "a('one.two'); b('plain.hits', { count }); c(`three.x${kind}`); d(branch.of.texts)",
    );
    const needed = ['one.two', 'plain.hits_one', 'plain.hits_other', 'three.xy.z', 'branch.of.texts.all'];
    expect(needed.filter((key) => !isNeeded(key))).toEqual([]);
    expect(['one.other', 'one.twofold', 'three.y', 'branch.off'].filter((key) => isNeeded(key))).toEqual([]);
  });

  it('are in another language the words their own code has, too', () => {
    const isSpoken = germanIn("a = 'Vorname'; b = `Stand: ${day}, ungefähr`; c = 'Sie \\'wollen\\''");
    expect(['Vorname', '{}: {}, ungefähr', "Sie 'wollen'"].map(isSpoken)).toEqual([true, true, true]);
    expect(['Nachname', '{}', 'Stand vom {}'].map(isSpoken)).toEqual([false, false, false]);
  });

  it('come for every language, with all refusals, and in English with the words of the rules beside', () => {
    const made = visitorTexts(modules).map(({ fileName, source: text }) => [fileName, JSON.parse(text)]);
    expect(made.map(([fileName]) => fileName)).toEqual([
      'assets/i18n/de.visitors.json',
      'assets/i18n/en.visitors.json',
      'assets/i18n/en.words.json',
    ]);
    const all = made.pop()?.[1];
    expect(Object.keys(all)).toEqual(['words']);
    expect(Object.keys(all.words).length).toBeGreaterThan(1000);
    for (const [fileName, texts] of made) {
      expect(Object.keys(texts)).toEqual(
        expect.arrayContaining(['common', 'errors', ...(fileName.includes('/en.') ? ['words'] : [])]),
      );
      expect(texts.contracts).toBeUndefined();
    }
  });
});
