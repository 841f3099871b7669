import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownHeadings } from '@depotwerk/domain/fund-field-map';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

const folder = join(process.env['REFERENCE_DIR'] ?? '../shared/reference', 'fund-fields');

describe.skipIf(!existsSync(folder))('published field lists', () => {
  it.each([
    ['EMT', 'emt-v43-fields.csv'],
    ['EET', 'eet-v113-fields.csv'],
  ])('of %s have every heading we map', (template, file) => {
    const rows: { field: string }[] = parse(readFileSync(join(folder, file)), { columns: true });
    const fields = new Set(rows.map((row) => row.field));
    const ours = knownHeadings
      .filter(([, meaning]) => meaning.template === template)
      .map(([heading]) => heading);
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((heading) => !fields.has(heading))).toEqual([]);
  });
});
