import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { ownColumns } from './merge/merge-customers.ts';
import { archiveSections } from './privacy/archive-sections.ts';

const test = useTestDatabase();
const columnsBut = async (known: readonly string[]) => {
  const { rows } = await test.owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'customers'`,
  );
  return rows.flatMap(({ name }) => (known.includes(name) ? [] : name)).toSorted();
};
const sorted = (text: string) => text.split(' ').toSorted();

describe('each column of a customer is known', () => {
  it('to a merge that is taken back; what it never writes, triggers keep or generate, stays', async () => {
    expect(await columnsBut(ownColumns)).toEqual(
      sorted(
        'tenant_id id created_at updated_at row_version sort_name search_text spoken_name contract_count total_value never_valued_count ' +
          'profile_valid_until retention_until knowledge finances aims sustainability is_blocked blocked_reason',
      ),
    );
  });

  it('to the archive, but for ids, versions, texts to search by, sums of contracts and marks of an erased row', async () => {
    const section = archiveSections.find(({ table }) => table === 'customers');
    expect(await columnsBut(section?.columns.map(({ value }) => value.slice(2)) ?? [])).toEqual(
      sorted(
        'tenant_id id group_id row_version updated_at sort_name search_text spoken_name contract_count total_value never_valued_count ' +
          'deleted_at retention_until',
      ),
    );
  });
});
