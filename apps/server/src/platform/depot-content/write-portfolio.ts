import { fromCents, toCents } from '@depotwerk/domain/money';
import { worthInCents } from '@depotwerk/domain/worth';
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { NewEntry, OwnPortfolio } from './own-portfolio.ts';

export interface NewPortfolio {
  readonly valuationDate: string;
  readonly nonFundsValue: number;
  readonly entries: readonly NewEntry[];
}

/**
 * Stores a portfolio as the newest of its contract: a new row of the history for a later day, in place of the newest
 * for the same day. Nothing is written when nothing differs. Answers whether something was.
 */
export async function writePortfolio(
  transaction: Transaction<Schema>,
  contractId: string,
  current: OwnPortfolio | null,
  next: NewPortfolio,
): Promise<boolean> {
  if (current && isSame(current, next)) return false;
  const rows = toRows(next.entries);
  const fundCents = rows.reduce((sum, row) => sum + toCents(row.value), 0);
  const cashValue = fromCents(fundCents);
  const reserve = current?.reserveValue ?? 0;
  const total = fromCents(fundCents + toCents(next.nonFundsValue) + toCents(reserve));
  const isSameDay = current?.valuationDate === next.valuationDate;
  let portfolioId = current?.id ?? '';
  if (current && isSameDay) {
    await sql`delete from portfolio_entries where tenant_id = app_tenant_id() and portfolio_id = ${current.id}`.execute(
      transaction,
    );
    await sql`update portfolios set total_value = ${total}, cash_value = ${cashValue},
        non_funds_value = ${next.nonFundsValue}, risk_value = null, share_quota = null
       where tenant_id = app_tenant_id() and id = ${current.id}`.execute(transaction);
  } else {
    await sql`update portfolios set is_current = false
       where tenant_id = app_tenant_id() and contract_id = ${contractId} and is_current`.execute(transaction);
    const inserted = await sql<{ id: string }>`
      insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value,
        non_funds_value, paid_in, reserve_value, guarantee_fund_quantity)
      values (app_tenant_id(), ${contractId}, ${next.valuationDate}, true, ${total}, ${cashValue},
        ${next.nonFundsValue}, ${current?.contributionsValue ?? null}, ${reserve}, ${current?.guaranteeFundQuantity ?? 0})
      returning id`.execute(transaction);
    portfolioId = inserted.rows[0]?.id ?? '';
  }
  await sql`insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value,
      fraction, cost_value, is_locked, sort_order)
    select app_tenant_id(), ${portfolioId}, e."fundId", e.quantity, e.price, e."priceDate", e.value, e.fraction,
      e."costValue", e."isLocked", e."sortOrder"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e ("fundId" integer, quantity numeric, price numeric,
        "priceDate" date, value numeric, fraction numeric, "costValue" numeric, "isLocked" boolean, "sortOrder" smallint)
  `.execute(transaction);
  return true;
}

/** Values, shares that sum to one in ten-thousandths, and the order: largest first. */
function toRows(entries: readonly NewEntry[]) {
  const valued = entries
    .map((entry) => ({ ...entry, cents: worthInCents(entry.quantity, entry.price) }))
    .toSorted((a, b) => b.cents - a.cents || a.fundId - b.fundId);
  const hasValue = valued.some((entry) => entry.cents > 0);
  const shares = hasValue
    ? largestRemainder(
        valued.map((entry) => entry.cents),
        10_000,
      )
    : valued.map(() => 0);
  return valued.map(({ cents, ...entry }, index) => ({
    ...entry,
    value: fromCents(cents),
    fraction: (shares[index] ?? 0) / 10_000,
    sortOrder: index,
  }));
}

function isSame(current: OwnPortfolio, next: NewPortfolio): boolean {
  if (current.valuationDate !== next.valuationDate) return false;
  if (toCents(current.nonFundsValue) !== toCents(next.nonFundsValue)) return false;
  if (current.entries.length !== next.entries.length) return false;
  const byFund = new Map(current.entries.map((entry) => [entry.fundId, entry]));
  return next.entries.every((entry) => {
    const known = byFund.get(entry.fundId);
    return (
      known !== undefined &&
      known.quantity === entry.quantity &&
      known.price === entry.price &&
      known.priceDate === entry.priceDate &&
      (known.costValue === null || entry.costValue === null
        ? known.costValue === entry.costValue
        : toCents(known.costValue) === toCents(entry.costValue))
    );
  });
}
