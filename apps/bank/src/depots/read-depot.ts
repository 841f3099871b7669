import { createHash } from 'node:crypto';
import { fromCents } from '@depotwerk/domain/money';
import { type Bank, isoTime } from '../bank.ts';
import { BankError } from '../bank-error.ts';
import { fromFraction, fromPrice, fromQuantity, valueInCents } from '../units.ts';

export interface DepotRow {
  readonly id: number;
  readonly bank_id: string;
  readonly partner_key: string;
  readonly external_key: string;
  readonly external_consumer_key: string | null;
  readonly holder_name: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly product_key: string | null;
  readonly state: 'open' | 'rejected' | 'closed';
  readonly needs_confirmation: number;
  readonly cash: number;
  readonly contribution: number | null;
  readonly contribution_interval: number | null;
  readonly opened_at: number;
}

/** The depot of a partner. Throws `depot.unknown`. */
export function requireDepot(bank: Bank, bankId: string, partnerKey: string, externalKey: string): DepotRow {
  const depot = bank.store.get<DepotRow>(
    'select * from depots where bank_id = ? and partner_key = ? and external_key = ?',
    bankId,
    partnerKey,
    externalKey,
  );
  if (!depot) throw new BankError('depot.unknown');
  return depot;
}

interface PositionRow {
  readonly isin: string;
  readonly quantity: number;
  readonly cost: number | null;
  readonly price: number;
  readonly price_date: string;
}

function readPositions(bank: Bank, depotId: number): PositionRow[] {
  return bank.store.all<PositionRow>(
    `select p.isin, p.quantity, p.cost, r.price, r.price_date
       from positions p join prices r on r.isin = p.isin where p.depot_id = ? order by p.isin`,
    depotId,
  );
}

const presentPosition = (row: PositionRow) => ({
  isin: row.isin,
  quantity: fromQuantity(row.quantity),
  price: fromPrice(row.price),
  priceDate: row.price_date,
  value: fromCents(valueInCents(row.quantity, row.price)),
  costValue: row.cost === null ? null : fromCents(row.cost),
});

function readPlan(bank: Bank, depot: DepotRow) {
  if (depot.contribution === null) return null;
  const entries = bank.store.all<{ isin: string; fraction: number }>(
    'select isin, fraction from plan_entries where depot_id = ? order by isin',
    depot.id,
  );
  return {
    contribution: fromCents(depot.contribution),
    contributionInterval: depot.contribution_interval,
    entries: entries.map(({ isin, fraction }) => ({ isin, fraction: fromFraction(fraction) })),
  };
}

/** All of a depot, with a hash of the answer that is equal as long as nothing changed. */
export function readDepot(bank: Bank, depot: DepotRow) {
  const positions = readPositions(bank, depot.id);
  const newest = positions.reduce((latest, row) => (row.price_date > latest ? row.price_date : latest), '');
  const total = positions.reduce((sum, row) => sum + valueInCents(row.quantity, row.price), depot.cash);
  const content = {
    externalKey: depot.external_key,
    externalConsumerKey: depot.external_consumer_key,
    holderName: depot.holder_name,
    iban: depot.iban,
    bic: depot.bic,
    productKey: depot.product_key,
    state: depot.state,
    totalValue: fromCents(total),
    openedAt: isoTime(depot.opened_at),
    valuationDate: newest === '' ? lastPriceDate(bank, depot) : newest,
    cashValue: fromCents(depot.cash),
    needsConfirmation: depot.needs_confirmation === 1,
    positions: positions.map(presentPosition),
    savingsPlan: readPlan(bank, depot),
  };
  return { ...content, revision: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}

/** A depot without positions is valued on the newest day any price is from. */
function lastPriceDate(bank: Bank, depot: DepotRow): string {
  const newest = bank.store.get<{ day: string | null }>('select max(price_date) as day from prices');
  return newest?.day ?? isoTime(depot.opened_at).slice(0, 10);
}
