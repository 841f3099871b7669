import type { CallInput } from '@depotwerk/api/call';
import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { previewedFunds, type previewUniverse } from '@depotwerk/api/components/universe-preview';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { inUniverse } from '../funds/public.ts';
import { readListedFunds } from './listed-funds.view.ts';

/** The funds a universe type holds today: how many, and the first of them by name. */
export async function readUniversePreview(
  reader: Reader,
  context: DbContext,
  body: CallInput<typeof previewUniverse>['body'],
): Promise<{ fundCount: number; funds: ListedFund[] }> {
  const parameters = new Parameters();
  const condition = inUniverse(
    { ...body, tariffUniverseSelectionManualMode: false, tariffUniverseItems: [] },
    parameters,
  );
  const limit = parameters.add(previewedFunds);
  const rows = await reader.read<{ id: number; fundCount: number }>(context, {
    sql: `select f.id, count(*) over ()::int as "fundCount" from funds f where ${condition}
      order by f.sort_name, f.id limit ${limit}::int`,
    parameters: parameters.values,
  });
  return {
    fundCount: rows[0]?.fundCount ?? 0,
    funds: await readListedFunds(
      reader,
      context,
      rows.map(({ id }) => id),
    ),
  };
}
