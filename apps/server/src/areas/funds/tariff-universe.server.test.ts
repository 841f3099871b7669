import { isInUniverse, type UniverseRule } from '@depotwerk/domain/tariff/universe-rule';
import { beforeAll, expect, test } from 'vitest';
import { anchorDate } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { demoSizes, demoTemplate } from '../../../test/demo-template.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { readMarket } from '../optimization/tariff-rows.view.ts';
import { inUniverse, inUniverseOfTariff } from './tariff-universe.view.ts';

const db = useTestDatabase();
let tenantId = '';

beforeAll(async () => {
  await db.becomeCopyOf(await demoTemplate(demoSizes.small, anchorDate));
  const { rows } = await db.owner.query<{ id: string }>(
    "select tenant_id as id from tenants where tenant_key = 'demo.example'",
  );
  tenantId = rows[0]?.id ?? '';
  // Everything that may be unknown is unknown of some fund, also together with what would let it in.
  await db.owner.query('update funds set risk_indicator = null where id % 7 = 0');
  await db.owner.query('update funds set sfdr_article = null where id % 5 = 0');
  await db.owner.query('update funds set is_inactive = true where id % 11 = 0');
  await db.owner.query(
    'update funds set is_savings_plan_capable = not is_savings_plan_capable where id % 13 = 0',
  );
}, 120_000);

const rule = (rest: Partial<UniverseRule>): UniverseRule => ({
  tariffUniverseSelectionManualMode: false,
  tariffUniverseType: 1,
  maximumRiskIndicator: null,
  tariffUniverseItems: [],
  ...rest,
});

async function idsWhere(
  condition: string,
  parameters: readonly unknown[],
  source = 'funds f',
): Promise<number[]> {
  const { rows } = await db.owner.query<{ id: number }>(
    `select f.id from ${source} where f.tenant_id = '${tenantId}' and ${condition} order by f.id`,
    [...parameters],
  );
  return rows.map(({ id }) => id);
}

test.each([
  ['all funds', rule({}), 200],
  ['ETF', rule({ tariffUniverseType: 2 }), 20],
  ['active funds', rule({ tariffUniverseType: 3 }), 100],
  ['articles 8 and 9', rule({ tariffUniverseType: 4 }), 50],
  ['savings plans', rule({ tariffUniverseType: 5 }), 50],
  ['a limit of the risk indicator', rule({ tariffUniverseType: 6, maximumRiskIndicator: 4 }), 30],
  ['a risk indicator without limit', rule({ tariffUniverseType: 6 }), 100],
  [
    'named funds, closed ones too',
    rule({ tariffUniverseSelectionManualMode: true, tariffUniverseItems: [11, 7, 3] }),
    3,
  ],
  ['no named funds', rule({ tariffUniverseSelectionManualMode: true }), 0],
])(
  'a universe of %s holds the same funds in lists, in search and in the check',
  async (_, universe, least) => {
    const parameters = new Parameters();
    const drafted = await idsWhere(inUniverse(universe, parameters), parameters.values);
    const published = await idsWhere(
      inUniverseOfTariff,
      [
        universe.tariffUniverseSelectionManualMode ? universe.tariffUniverseItems : null,
        universe.tariffUniverseType,
        universe.maximumRiskIndicator,
      ],
      `funds f cross join (values (1, $1::int[], $2::int, $3::int))
       as t (published_version_number, universe_fund_ids, universe_type_id, universe_maximum_risk_indicator)`,
    );
    const market = await readMarket(db.database, { tenantId, userId: null });
    const checked = market.funds
      .filter((fund) =>
        isInUniverse({ ...fund, isOffered: fund.status === 'open' && !fund.isInactive }, universe),
      )
      .map(({ id }) => id);
    expect(published).toEqual(drafted);
    expect(checked).toEqual(drafted);
    expect(drafted.length).toBeGreaterThanOrEqual(least);
  },
);
