import { AppError } from '../../platform/http/app-error.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type Fund, type FundRow, fundJoins, fundSelection, toFund } from './fund-row.ts';
import { inUniverseOfTariff } from './tariff-universe.view.ts';

/** A fund and its version; funds are master data of the tenant, not of a group. 404 when there is none. */
export async function readFund(
  services: Services,
  scope: Scope,
  fundId: number,
): Promise<{ fund: Fund; rowVersion: number }> {
  const row = await readOne<FundRow & { row_version: number }>(services.database, scope, {
    sql: `select ${fundSelection}, f.row_version from funds f ${fundJoins} where f.tenant_id = $1 and f.id = $2`,
    parameters: [scope.tenantId, fundId],
  });
  return { fund: toFund(row), rowVersion: row.row_version };
}

/**
 * Funds by id in the order of the ids; ids that do not exist are left out, and with a tariff those outside its universe.
 * @throws `funds.unknown` for a tariff that is not there
 */
export async function readFundsByIds(
  services: Services,
  scope: Scope,
  fundIds: readonly number[],
  tariffId: string | undefined,
): Promise<Fund[]> {
  if (fundIds.length === 0) return [];
  const [rows, tariffs] = await services.database.readMany<[FundRow, { id: string }]>(scope, [
    {
      sql: `select ${fundSelection} from funds f ${fundJoins} where f.tenant_id = $1 and f.id = any ($2::int[])
        and ($3::uuid is null or exists (select 1 from tariffs t where t.tenant_id = f.tenant_id and t.id = $3
          and ${inUniverseOfTariff}))`,
      parameters: [scope.tenantId, [...new Set(fundIds)], tariffId ?? null],
    },
    {
      sql: 'select id from tariffs where tenant_id = $1 and id = $2',
      parameters: [scope.tenantId, tariffId ?? null],
    },
  ]);
  if (tariffId !== undefined && tariffs.length === 0) throw new AppError('funds.unknown');
  const byId = new Map(rows.map((row) => [row.id, toFund(row)]));
  return [...new Set(fundIds)].flatMap((fundId) => byId.get(fundId) ?? []);
}
