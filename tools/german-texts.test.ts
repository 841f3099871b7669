import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Texts = { readonly [key: string]: string | Texts };

const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`),
  );

/** Keys a program names: whole ones, and patterns of those put together (`area.${kind}.title`). */
function namedIn(source: string): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set([...source.matchAll(/['"`]([\w.-]+)['"`]/g)].map((match) => match[1] ?? ''));
  const templates = [...source.matchAll(/`([\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g)].map(
    (match) => match[1] ?? '',
  );
  const patterns = [...new Set(templates)]
    .filter((template) => /^[a-z]\w*\./i.test(template))
    .map((template) => {
      const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', String.raw`\.`));
      return new RegExp(`^${fixed.join(String.raw`[\w.-]+`)}$`);
    });
  return { whole, patterns };
}

test('a text with gaps is never said without what fills them', () => {
  // Our own file, and only texts in it.
  const texts = JSON.parse(readFileSync(join(root, 'apps/web/public/assets/i18n/de.json'), 'utf8')) as Texts;
  const textOf = (key: string) =>
    key
      .split('.')
      .reduce<string | Texts | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        texts,
      );
  const bare = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bt\(\s*'([^']+)',?\s*\)/g)]
        .filter(([, key = '']) => {
          const text = textOf(key);
          return typeof text === 'string' && /\{\w+\}/.test(text);
        })
        .map(([call]) => `${file}: ${call}`),
    );
  expect(bare).toEqual([]);
});

test('every German text of the browser is used', () => {
  const files = globSync('{apps/web/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root });
  const sources = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const { whole, patterns } = namedIn(sources.join('\n'));
  // Our own file, and only texts in it.
  const texts = JSON.parse(readFileSync(join(root, 'apps/web/public/assets/i18n/de.json'), 'utf8')) as Texts;
  const dead = keysOf(texts).filter((key) => {
    const names = [key, key.replace(/_(one|other|zero)$/, '')];
    // Joined from a constant, such as `const title = 'workbench.titles'`.
    if (whole.has(key.slice(0, key.lastIndexOf('.')))) return false;
    return !names.some((name) => whole.has(name) || patterns.some((pattern) => pattern.test(name)));
  });
  expect(dead).toEqual([]);
});

test('one thing has one name: the first one of the glossary', () => {
  // Left the word that is not said, with the one that is.
  const others = { Garantiefonds: 'Wertsicherungsfonds' };
  const files = globSync(
    '{apps/web/public/assets/i18n/de.json,apps/web/src/**/*.{ts,tsx,json},packages/*/src/**/*.ts}',
    {
      cwd: root,
    },
  );
  const said = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return Object.keys(others)
        .filter((word) => text.includes(word))
        .map((word) => `${file}: ${word}`);
    });
  expect(said).toEqual([]);
});
