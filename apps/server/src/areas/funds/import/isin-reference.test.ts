import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIsin } from '@depotwerk/domain/isin';
import { describe, expect, it } from 'vitest';

const published = join(process.env['REFERENCE_DIR'] ?? '../shared/reference', 'open/t10_isin_a.json');

describe.skipIf(!existsSync(published))('published ISIN cases', () => {
  it('agree with our check digit', () => {
    // Shape of a reference case: open/t10_isin_a.json.
    const { input } = JSON.parse(readFileSync(published, 'utf8')) as {
      input: { valid: string[]; invalid: string[] };
    };
    expect(input.valid.filter((isin) => !isIsin(isin))).toEqual([]);
    expect(input.invalid.filter(isIsin)).toEqual([]);
    expect(input.valid.length).toBeGreaterThan(0);
  });
});
