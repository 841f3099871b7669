import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureDisk } from './measure-operation.ts';

it('tells the disk of a folder that is not there yet by the nearest one above it', async () => {
  const here = await measureDisk(import.meta.dirname);
  const later = await measureDisk(join(import.meta.dirname, 'not', 'made', 'yet'));
  expect(later?.totalBytes).toBe(here?.totalBytes);
  expect(later?.totalBytes).toBeGreaterThan(0);
});
