import { sql } from 'kysely';
import { namedVanished } from '../../funds/public.ts';
import { causeSelect, type TaskRule } from './task-rule.ts';

/**
 * The published version of a tariff names funds nobody can buy any more, for who edits tariffs: ends when they can be bought
 * again or another version is published. One more brings back what was marked as done.
 */
export const vanishedFunds: TaskRule = {
  taskType: 'vanishedFunds',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw(`k.tariff_id || ' ' || k.version_id`),
        severity: sql.raw('1'),
        bits: sql.raw('k.bits'),
        details: sql.raw(
          `jsonb_build_object('name', k.tariff_name, 'count', k.fund_count, 'fund', k.fund_name)`,
        ),
        isHouse: true,
      },
      sql.raw(`from (select n.tariff_id, n.version_id, n.tariff_name, count(distinct f.id) as fund_count,
        bit_or(1 << f.id % 30) as bits, (array_agg(f.name order by f.sort_name, f.id))[1] as fund_name
        ${namedVanished} group by n.tariff_id, n.version_id, n.tariff_name) k`),
    ),
  persists: () => sql.raw(`t.cause_key in (select n.tariff_id || ' ' || n.version_id ${namedVanished})`),
};
