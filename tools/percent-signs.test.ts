import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtime.mjs';

/** A percent sign after an ordinary space: after a figure anywhere, after a word at the end of a phrase; and "p. a." cut in two. */
const broken = /[\d}] %(?!\s*\d)|\p{L} %(?=$|[.,;:)])|\bp\. a\./u;

/** The literal texts of a TypeScript source, templates with `}` where a value stands. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
}

const faults = (files: readonly string[], texts: (content: string) => readonly string[]): string[] =>
  files.flatMap((file) =>
    texts(readFileSync(join(root, file), 'utf8')).flatMap((text) =>
      broken.test(text) ? [`${file}: ${text.slice(0, 120)}`] : [],
    ),
  );

describe('percent signs and “p. a.” in German texts', () => {
  it('are told apart from remainders', () => {
    expect(textsOf("const a = 'x 5 %'; // 'y 6 %'")).toEqual(["'x 5 %'"]);
    expect(
      ['5 %', '{share} % mehr', 'Kosten in %', '`${sum} %).`', '2\u00a0% p. a.'].every((text) =>
        broken.test(text),
      ),
    ).toBe(true);
    expect(
      ['5\u00a0%', 'where id % 7 = 0', '0 % 7', 'Kosten in\u00a0%', '2\u00a0% p.\u00a0a.'].some((text) =>
        broken.test(text),
      ),
    ).toBe(false);
  });

  it('hold together by no-break spaces in the texts of the browser', () => {
    const files = globSync('apps/web/public/assets/i18n/*.json', { cwd: root });
    expect(files.length).toBeGreaterThan(0);
    expect(faults(files, (content) => content.split('\n').map((line) => line.replace(/",?$/, '')))).toEqual(
      [],
    );
  });

  it('hold together by no-break spaces in domain, engine, server and browser', () => {
    const sources = ['packages/*/src', 'apps/*/src'].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) }),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(faults(sources, textsOf)).toEqual([]);
  });
});
