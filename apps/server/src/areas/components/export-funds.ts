import type { CallInput } from '@depotwerk/api/call';
import type { exportSelection } from '@depotwerk/api/components/tariff-components';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { exportRows } from '../../platform/export/export-rows.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { inUniverse } from '../funds/public.ts';
import { type FundFileRow, fundFileColumns } from './fund-file.ts';

type Body = CallInput<typeof exportSelection>['body'];

/** Ranking type of the column of ranks: the composite one. */
const compositeRanking = 11;

/** Funds as file `{key}_{yyyyMMdd}.xlsx` or `.csv`: the ids given in their order, or all of a universe type by name. */
export async function exportFunds(
  services: Services,
  context: SignedInContext,
  kind: 'selection' | 'universe',
  body: Body,
): Promise<Reply<never>> {
  requirePermission(context.scope, 'tariffComponents.view');
  const { scope, actor } = context;
  return exportRows(context, {
    format: body.format,
    columns: fundFileColumns,
    readIds: async () => {
      const ids = body.ids ?? (await idsOfType(services, scope, body));
      await services.database.transaction(scope, (transaction) =>
        writeAudit(transaction, {
          actor,
          action: 'tariffComponents.export',
          objectType: 'fundList',
          details: { kind, format: body.format, rowCount: ids.length },
        }),
      );
      return ids.map(String);
    },
    fetch: (part) => readRows(services, scope, part.map(Number)),
    // A name for files and sheets everywhere; a draft may have no key yet.
    name: body.key.replaceAll(/[^A-Za-z0-9_.-]/g, '') || 'Fonds',
    now: new Date(services.clock()),
  });
}

async function idsOfType(services: Services, scope: Scope, body: Body): Promise<number[]> {
  if (body.tariffUniverseType === undefined) throw new AppError('common.badRequest');
  const parameters = new Parameters();
  const condition = inUniverse(
    {
      tariffUniverseSelectionManualMode: false,
      tariffUniverseType: body.tariffUniverseType,
      maximumRiskIndicator: body.maximumRiskIndicator ?? null,
      tariffUniverseItems: [],
    },
    parameters,
  );
  const rows = await services.database.read<{ id: number }>(scope, {
    sql: `select f.id from funds f where ${condition} order by f.sort_name, f.id`,
    parameters: parameters.values,
  });
  return rows.map(({ id }) => id);
}

const readRows = (services: Services, scope: Scope, ids: readonly number[]): Promise<FundFileRow[]> =>
  services.database.read(scope, {
    sql: `select f.isin, f.name, f.wkn, f.currency, r.fund_rank as rank
      from unnest($1::int[]) with ordinality as asked (id, place)
      join funds f on f.id = asked.id
      left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = ${compositeRanking}
     order by asked.place`,
    parameters: [ids],
  });
