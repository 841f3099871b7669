import { fromCents } from '@depotwerk/domain/money';
import type { Bank } from '../bank.ts';
import { valueInCents } from '../units.ts';
import type { DepotRow } from './read-depot.ts';

/** Heads of the partner's depots by key, one page. */
export function listDepots(
  bank: Bank,
  bankId: string,
  partnerKey: string,
  page: { readonly after: string; readonly limit: number; readonly includeRejected: boolean },
) {
  const rows = bank.store.all<DepotRow>(
    `select * from depots where bank_id = ? and partner_key = ? and external_key > ?
        and (state = 'open' or (state = 'rejected' and ?)) order by external_key limit ?`,
    bankId,
    partnerKey,
    page.after,
    page.includeRejected ? 1 : 0,
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  return {
    depots: shown.map((row) => ({
      externalKey: row.external_key,
      externalConsumerKey: row.external_consumer_key,
      holderName: row.holder_name,
      iban: row.iban,
      productKey: row.product_key,
      state: row.state,
      totalValue: fromCents(totalValue(bank, row)),
    })),
    nextAfter: rows.length > page.limit ? (shown.at(-1)?.external_key ?? null) : null,
  };
}

function totalValue(bank: Bank, depot: DepotRow): number {
  return bank.store
    .all<{ quantity: number; price: number }>(
      'select p.quantity, r.price from positions p join prices r on r.isin = p.isin where p.depot_id = ?',
      depot.id,
    )
    .reduce((sum, { quantity, price }) => sum + valueInCents(quantity, price), depot.cash);
}
