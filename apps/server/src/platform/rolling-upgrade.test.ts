import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRollBreaks } from '../../test/rolling-upgrade.ts';
import { readMigrations } from './migrate.ts';

/** Up to here servers were replaced all at once; from the next number on two releases work side by side. */
const lastOfOneAtATime = 564;

describe('a migration lets the release before go on', () => {
  it('in every file that is newer than the first release several machines run', () => {
    const migrations = readMigrations(join(import.meta.dirname, '../../migrations'));
    const breaks = migrations
      .filter(({ version }) => version > lastOfOneAtATime)
      .flatMap(({ name, sql }) =>
        findRollBreaks(sql).map((found) => `${name}: ${found.statement} — ${found.reason}`),
      );
    expect(breaks).toEqual([]);
  });

  it.each([
    'drop table tags',
    'drop function if exists measure_jobs()',
    'alter table customers drop column title',
    'alter table customers add column a int, drop column b',
    'alter table customers rename column title to salutation',
    'alter table contracts alter column value type numeric(20, 4)',
    'alter table contracts alter column value set not null',
    'alter table contracts alter value drop default',
    'alter table contracts add column kind text not null',
    "alter table contracts add constraint kinds check (kind in ('a', 'b'))",
    'alter table contracts add foreign key (tariff_id) references tariffs (id)',
    'alter table jobs force row level security',
    'truncate fund_ranks',
  ])('not with: %s', (sql) => {
    expect(findRollBreaks(`select 1;\n-- why\n${sql.toUpperCase()};`)).toHaveLength(1);
  });

  it.each([
    'create table tags (id uuid not null); alter table tags enable row level security; alter table tags add check (id <> null)',
    "alter table contracts add column kind text not null default ''",
    "alter table contracts add constraint kinds check (kind in ('a', 'b')) not valid",
    'alter table contracts alter column value set default 0, alter column note drop not null',
    'create or replace function f() returns void language sql as $$ drop table tags; $$',
    '-- rolls: nobody has read it for two releases\nalter table customers drop column title',
    'create index concurrently on contracts (value); drop index former_index',
  ])('but with: %s', (sql) => {
    expect(findRollBreaks(sql)).toEqual([]);
  });
});
