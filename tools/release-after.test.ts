import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('every form reads what stands in a conflict of a server of the release after as any answer', () => {
  const folder = fileURLToPath(new URL('../apps/web/src', import.meta.url));
  const strict = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|without-unknown/.test(file))
    .filter((file) =>
      /safeParse\((value|current|\w+\.problem\?\.current)\)/.test(readFileSync(join(folder, file), 'utf8')),
    );
  expect(strict).toEqual([]);
});
