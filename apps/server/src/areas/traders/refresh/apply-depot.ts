import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import {
  type NewEntry,
  type OwnPortfolio,
  readOwnPortfolio,
} from '../../../platform/depot-content/own-portfolio.ts';
import { writePortfolio } from '../../../platform/depot-content/write-portfolio.ts';
import { writeSavingsPlan } from '../../../platform/depot-content/write-savings-plan.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import type { JobProblem } from '../../../platform/jobs/job-handler.ts';
import type { BankDepot } from '../gateway/trader-gateway.ts';
import { type Comparison, compareDepot } from './compare-depot.ts';
import type { DealtWith } from './dealt-with.ts';
import { findFunds } from './find-funds.ts';
import { type NormalDepot, normaliseDepot } from './normal-depot.ts';
import { toPendingChanges } from './pending-change-rows.ts';
import {
  type LinkedDepot,
  lockLinkedDepot,
  ownStateOf,
  readOwnOrders,
  readOwnPlan,
} from './read-own-state.ts';
import { writePendingChanges } from './write-pending-changes.ts';

/** Whose reading of the bank it is. */
export interface ReadBy {
  readonly jobId: string;
  /** Time of the database before the bank was asked: what was ordered since may be missing in its answer. */
  readonly askedAt: string;
}

export interface Applied {
  readonly hasChanged: boolean;
  readonly problems: readonly JobProblem[];
}

const nothing: Applied = { hasChanged: false, problems: [] };

/**
 * Takes a depot as the bank reports it into the history of its contract; what somebody has to decide becomes a pending
 * change (`compareDepot` says which). The same answer again changes nothing. Part of a system job: rights were
 * checked when the depot was chosen.
 */
export async function applyDepot(
  transaction: Transaction<Schema>,
  depotId: string,
  bank: BankDepot,
  { jobId, askedAt }: ReadBy,
): Promise<Applied> {
  const depot = await lockLinkedDepot(transaction, depotId);
  if (!depot) return nothing;
  if (depot.revision === bank.revision) {
    await noteRefresh(transaction, depot, bank, {
      dealtWith: depot.dealtWith,
      revision: bank.revision,
      askedAt,
    });
    return nothing;
  }
  const portfolio = await readOwnPortfolio(transaction, depot.contractId);
  if (portfolio && portfolio.valuationDate > bank.valuationDate) return tooOld(depot, bank, portfolio);
  const plan = await readOwnPlan(transaction, depot.contractId);
  const normal = normaliseDepot(bank);
  const orders = await readOwnOrders(transaction, depot, normal.savingsPlan?.contributionInterval ?? 1);
  const own = ownStateOf(depot, portfolio, plan);
  const result = compareDepot(own, depot.dealtWith, bank, normal, orders);
  const funds = await findFunds(transaction, [
    ...result.quantities.keys(),
    ...(result.savingsPlan?.entries ?? []).map((entry) => entry.isin),
  ]);
  const split = splitPositions(result, normal, portfolio, depot.dealtWith, funds, bank.valuationDate);
  const nonFundsValue = sumCents([result.cash, ...split.unknown.map((position) => position.value)]);
  let hasChanged = await writePortfolio(transaction, depot.contractId, portfolio, {
    valuationDate: bank.valuationDate,
    nonFundsValue,
    entries: split.entries,
  });
  if (result.savingsPlan !== undefined) {
    // From the day the bank was asked: the day its holdings are of may lie before the order that changed the plan.
    const day = todayIn(houseZone, new Date(askedAt));
    await writeSavingsPlan(transaction, depot.contractId, result.savingsPlan, day, funds);
    hasChanged = true;
  }
  if (hasChanged) await raiseVersion(transaction, depot.contractId);
  const pending = toPendingChanges(result.pending, normal.positions, bank.valuationDate);
  if (await writePendingChanges(transaction, depot.contractId, pending)) hasChanged = true;
  const problems = [
    ...normal.problems.map((problem) => ({ ...problem, contractId: depot.contractId })),
    ...unknownFundProblems(depot, split.unknown, result, normal, funds),
  ];
  const dealtWith: DealtWith = {
    ...result.dealtWith,
    ourCash: result.cash,
    unknownFunds: split.unknown.map(({ isin, quantity, value }) => ({ isin, quantity, value })),
  };
  const revision = problems.length === 0 ? bank.revision : null;
  await noteRefresh(transaction, depot, bank, { dealtWith, revision, askedAt });
  if (hasChanged) {
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'contracts.refresh',
      objectType: 'contract',
      objectId: depot.contractId,
      groupId: depot.groupId,
      details: { jobId, valuationDate: bank.valuationDate, pendingCount: pending.length },
    });
  }
  return { hasChanged, problems };
}

function sumCents(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}

interface UnknownPosition {
  readonly isin: string;
  readonly quantity: number;
  readonly value: number;
}

/**
 * What a contract consists of is no part of its row: whoever has its form open is asked before he saves over what the bank said. Nobody
 * built on a book import by that: one that left the contract at the version before (its payments, purchases and sales) can be taken back
 * as it could.
 */
async function raiseVersion(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  await sql`
    with raised as (update contracts set row_version = row_version + 1
       where tenant_id = app_tenant_id() and id = ${contractId} returning tenant_id, id, row_version)
    update book_import_contracts k set version_after = r.row_version from raised r
     where k.tenant_id = r.tenant_id and k.contract_id = r.id and k.is_written and k.version_after = r.row_version - 1`.execute(
    transaction,
  );
}

/** Our positions after the refresh: known funds with the bank's price, the others with their value only. */
function splitPositions(
  result: Comparison,
  normal: NormalDepot,
  portfolio: OwnPortfolio | null,
  before: DealtWith | null,
  funds: ReadonlyMap<string, number>,
  valuationDate: string,
): { entries: NewEntry[]; unknown: UnknownPosition[] } {
  const ownByIsin = new Map((portfolio?.entries ?? []).map((entry) => [entry.isin, entry]));
  const entries: NewEntry[] = [];
  const unknown: UnknownPosition[] = [];
  for (const [isin, quantity] of result.quantities) {
    if (quantity <= 0) continue;
    const ours = ownByIsin.get(isin);
    const atBank = normal.positions.get(isin);
    const fundId = funds.get(isin);
    const price = atBank?.price ?? ours?.price ?? null;
    if (fundId === undefined || price === null) {
      const valueBefore = before?.unknownFunds.find((position) => position.isin === isin)?.value ?? 0;
      const value = atBank && atBank.quantity > 0 ? (atBank.value * quantity) / atBank.quantity : valueBefore;
      unknown.push({ isin, quantity, value: Math.round(value * 100) / 100 });
      continue;
    }
    const isAsAtBank = atBank !== undefined && atBank.quantity === quantity;
    entries.push({
      fundId,
      quantity,
      price,
      priceDate: (atBank?.price == null ? ours?.priceDate : atBank.priceDate) ?? valuationDate,
      // A value belongs to its quantity: what another number of units cost, nobody told.
      costValue:
        (isAsAtBank ? atBank.costValue : null) ?? (ours?.quantity === quantity ? ours.costValue : null),
      isLocked: ours?.isLocked ?? false,
    });
  }
  return { entries, unknown };
}

/** Funds missing here are listed with what the bank says of them; their value counts as not in funds. */
function unknownFundProblems(
  depot: LinkedDepot,
  unknown: readonly UnknownPosition[],
  result: Comparison,
  normal: NormalDepot,
  funds: ReadonlyMap<string, number>,
): JobProblem[] {
  const about = { contractId: depot.contractId, externalKey: depot.externalKey };
  const held = unknown.map(({ isin, quantity, value }) => ({
    ...about,
    code: funds.has(isin) ? 'funds.priceMissing' : 'funds.unknownIsin',
    message: funds.has(isin)
      ? `${isin}: ${formatNumber(quantity)} Anteile ohne Kurs; der Wert von ${formatMoney(value)} zählt als sonstiges Guthaben.`
      : `Der Fonds ${isin} ist hier nicht bekannt: ${formatNumber(quantity)} Anteile im Wert von ${formatMoney(value)} zählen als sonstiges Guthaben.`,
  }));
  const planned = (normal.savingsPlan?.entries ?? [])
    .filter(({ isin }) => !funds.has(isin) && !unknown.some((position) => position.isin === isin))
    .map(({ isin, fraction }) => ({
      ...about,
      code: 'funds.unknownIsin',
      message: `Der Sparplan bespart mit ${formatNumber(fraction * 100, 0, 2)}\u00a0% den Fonds ${isin}, der hier nicht bekannt ist.`,
    }));
  const waiting = result.pending.holdings
    .filter(
      ({ isin, bank }) => bank > 0 && !funds.has(isin) && !unknown.some((position) => position.isin === isin),
    )
    .map(({ isin, bank }) => ({
      ...about,
      code: 'funds.unknownIsin',
      message: `Der Fonds ${isin} mit ${formatNumber(bank)} Anteilen ist hier nicht bekannt; er wartet mit den Änderungen des Instituts.`,
    }));
  return [...held, ...waiting, ...planned];
}

/** An answer older than our newest portfolio is not taken, and said so. */
function tooOld(depot: LinkedDepot, bank: BankDepot, portfolio: OwnPortfolio): Applied {
  const problem = {
    code: 'refresh.olderThanOurs',
    message: `Das Institut liefert den Stand vom ${germanDay(bank.valuationDate)}; hier liegt bereits der vom ${germanDay(portfolio.valuationDate)} vor.`,
    contractId: depot.contractId,
    externalKey: depot.externalKey,
  };
  return { hasChanged: false, problems: [problem] };
}

const germanDay = (day: string): string => day.split('-').toReversed().join('.');

interface Refreshed {
  readonly dealtWith: DealtWith | null;
  readonly revision: string | null;
  readonly askedAt: string;
}

async function noteRefresh(
  transaction: Transaction<Schema>,
  depot: LinkedDepot,
  bank: BankDepot,
  { dealtWith, revision, askedAt }: Refreshed,
): Promise<void> {
  await sql`update trader_depots set last_refresh_at = greatest(last_refresh_at, ${askedAt}::timestamptz), revision = ${revision?.slice(0, 200) ?? null},
      valuation_date = ${bank.valuationDate}, total_value = ${bank.totalValue}, dealt_with = ${dealtWith === null ? null : JSON.stringify(dealtWith)}::jsonb,
      holder_name = case when holder_name = '' then ${bank.holderName.slice(0, 200)} else holder_name end,
      product_key = coalesce(${bank.productKey?.slice(0, 50) ?? null}, product_key)
     where tenant_id = app_tenant_id() and id = ${depot.depotId}`.execute(transaction);
}
