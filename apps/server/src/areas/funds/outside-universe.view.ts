import type { UnofferedPurchase } from '@depotwerk/domain/contracts/purchase-refusal';
import { offerOfPurchase } from '@depotwerk/engine/advice/offered-purchase';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { inUniverseOfTariffIfOffered } from './tariff-universe.view.ts';

/**
 * Of funds that are to be bought those outside of the universe of the contract's tariff, in German, by contract. Plans do not ask this: they choose
 * by the tariff's selection, which may keep a fund that has left the universe since. Only for contracts the caller has been let at.
 */
export async function readOutsideUniverse(
  reader: Reader,
  context: DbContext,
  purchases: readonly { readonly contractId: string; readonly fundIds: readonly number[] }[],
): Promise<Map<string, UnofferedPurchase[]>> {
  const rows = await reader.read<{ contractId: string; fundId: number; name: string }>(context, {
    sql: `select c.id as "contractId", f.id as "fundId", f.name
        from jsonb_to_recordset($1::jsonb) as p ("contractId" uuid, "fundIds" int[])
        join contracts c on c.tenant_id = app_tenant_id() and c.id = p."contractId"
        join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        join funds f on f.tenant_id = c.tenant_id and f.id = any (p."fundIds")
       where not ${inUniverseOfTariffIfOffered} order by fold_text(f.name), f.id`,
    parameters: [JSON.stringify(purchases)],
  });
  return Map.groupBy(
    rows.flatMap(({ contractId, fundId, name }) =>
      offerOfPurchase({ name, status: 'open', sri: null, isInUniverse: false }, false, null).map(
        ([, text]) => ({ contractId, fundId, text }),
      ),
    ),
    ({ contractId }) => contractId,
  );
}
