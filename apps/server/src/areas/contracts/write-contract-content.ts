import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueueCheck } from '../../platform/depot-content/enqueue-check.ts';
import {
  type OwnEntry,
  type OwnPortfolio,
  readOwnPortfolio,
} from '../../platform/depot-content/own-portfolio.ts';
import { formPlan } from '../../platform/depot-content/plan-days.ts';
import { writePortfolio } from '../../platform/depot-content/write-portfolio.ts';
import { writeSavingsPlan } from '../../platform/depot-content/write-savings-plan.ts';
import { refuseIssues, unknownReference } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';

interface StoredContent {
  isLinked: boolean;
  riskClassId: number | null;
  /** The plan as the form holds it: in force today, else the next one. */
  planId: string | null;
  validFrom: string | null;
  validTo: string | null;
  contribution: number | null;
  contributionInterval: number | null;
  dynamicPercent: number | null;
  shares: readonly { fundId: number; fraction: number }[];
}

/**
 * Writes holdings, savings plan and risk class of a locked contract as far as they differ, and has it checked.
 * @returns what of its content beside the row is another one now
 */
export async function writeContractContent(
  transaction: Transaction<Schema>,
  context: SignedInContext,
  contractId: string,
  draft: ContractDraft,
  today: string,
): Promise<('holdings' | 'planEntries')[]> {
  const { scope } = context;
  const stored = await readStored(transaction, contractId, today);
  const portfolio = await readOwnPortfolio(transaction, contractId);
  const hasHoldings = !isSamePortfolio(portfolio, draft);
  const hasPlan = !isSamePlan(stored, draft);
  if (stored.isLinked && (hasHoldings || hasPlan)) {
    refuseIssues([{ path: hasHoldings ? 'holdings' : 'planEntries', code: 'linkedDepot' }]);
  }
  const isins = await readIsins(transaction, draft);
  if (hasHoldings) await writeHoldings(transaction, contractId, portfolio, draft, today);
  if (hasPlan) await writePlan(transaction, contractId, stored, draft, isins, today);
  if (draft.riskClassId !== stored.riskClassId) {
    requirePermission(scope, 'riskProfile.edit');
    await writeRiskClass(transaction, contractId, draft.riskClassId);
  }
  await enqueueCheck(transaction, [contractId], scope.userId);
  return [...(hasHoldings ? (['holdings'] as const) : []), ...(hasPlan ? (['planEntries'] as const) : [])];
}

async function readStored(
  transaction: Transaction<Schema>,
  contractId: string,
  today: string,
): Promise<StoredContent> {
  const { rows } = await sql<StoredContent>`
    select c.is_linked as "isLinked", c.risk_class_id as "riskClassId", s.id as "planId", s.valid_from as "validFrom", s.valid_to as "validTo", s.contribution,
        s.contribution_interval as "contributionInterval", s.dynamic_percent as "dynamicPercent",
        coalesce((select jsonb_agg(jsonb_build_object('fundId', x.fund_id, 'fraction', x.fraction) order by x.fund_id)
           from savings_plan_entries x where x.tenant_id = s.tenant_id and x.savings_plan_id = s.id), '[]') as shares
      from contracts c cross join (select ${today}::date as day) t
      left join lateral (${sql.raw(formPlan('c', 't.day'))}) s on true
     where c.tenant_id = app_tenant_id() and c.id = ${contractId}`.execute(transaction);
  const row = rows[0];
  if (!row) throw new Error('A locked contract is there.');
  return row;
}

/** ISIN of every fund named. @throws 400 for one the house does not have */
async function readIsins(
  transaction: Transaction<Schema>,
  draft: ContractDraft,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...draft.holdings, ...draft.planEntries].map(({ fundId }) => fundId);
  const { rows } = await sql<{ id: number; isin: string }>`
    select id, isin from funds where tenant_id = app_tenant_id() and id = any (${ids}::integer[])`.execute(
    transaction,
  );
  const isins = new Map(rows.map(({ id, isin }) => [id, isin]));
  if (draft.holdings.some(({ fundId }) => !isins.has(fundId))) throw unknownReference('holdings');
  if (draft.planEntries.some(({ fundId }) => !isins.has(fundId))) throw unknownReference('planEntries');
  return isins;
}

function isSamePortfolio(portfolio: OwnPortfolio | null, draft: ContractDraft): boolean {
  if (portfolio === null) return draft.holdings.length === 0 && (draft.nonFundsValue ?? 0) === 0;
  const known = new Map(portfolio.entries.map((entry) => [entry.fundId, entry]));
  return (
    portfolio.valuationDate === draft.valuationDate &&
    portfolio.nonFundsValue === (draft.nonFundsValue ?? 0) &&
    portfolio.entries.length === draft.holdings.length &&
    draft.holdings.every((holding) => {
      const { fundId, quantity, price, costValue } = holding;
      const entry = known.get(fundId);
      return (
        entry?.quantity === quantity &&
        entry?.price === price &&
        entry?.priceDate === priceDateOf(holding, entry, portfolio.valuationDate) &&
        entry?.costValue === costValue
      );
    })
  );
}

/**
 * Day the price of a position is of: as said, else that of the holdings. Who does not know the member (the application of the
 * release before) and leaves a price as it was says nothing about it: it stays of its day.
 */
function priceDateOf(
  { price, priceDate }: ContractDraft['holdings'][number],
  stored: OwnEntry | undefined,
  valuationDate: string,
): string {
  if (priceDate === undefined && stored?.price === price) return stored.priceDate;
  return priceDate ?? valuationDate;
}

async function writeHoldings(
  transaction: Transaction<Schema>,
  contractId: string,
  portfolio: OwnPortfolio | null,
  draft: ContractDraft,
  today: string,
): Promise<void> {
  const valuationDate = draft.valuationDate ?? today;
  if (portfolio !== null && valuationDate < portfolio.valuationDate) {
    refuseIssues([{ path: 'valuationDate', code: 'beforeNewest' }]);
  }
  const known = new Map(portfolio?.entries.map((entry) => [entry.fundId, entry]));
  await writePortfolio(transaction, contractId, portfolio, {
    valuationDate,
    nonFundsValue: draft.nonFundsValue ?? 0,
    entries: draft.holdings.map((holding) => ({
      fundId: holding.fundId,
      quantity: holding.quantity ?? 0,
      price: holding.price ?? 0,
      priceDate: priceDateOf(holding, known.get(holding.fundId), valuationDate),
      costValue: holding.costValue,
      isLocked: known.get(holding.fundId)?.isLocked === true,
    })),
  });
}

function isSamePlan(stored: StoredContent, draft: ContractDraft): boolean {
  if (draft.contribution === null || stored.contribution === null) {
    return draft.contribution === stored.contribution;
  }
  const shares = draft.planEntries.toSorted((a, b) => a.fundId - b.fundId);
  return (
    stored.validFrom === draft.planValidFrom &&
    stored.contribution === draft.contribution &&
    stored.contributionInterval === draft.contributionInterval &&
    stored.dynamicPercent === (draft.dynamicPercent ?? 0) &&
    JSON.stringify(stored.shares.map(({ fundId, fraction }) => [fundId, fraction])) ===
      JSON.stringify(shares.map(({ fundId, fraction }) => [fundId, fraction]))
  );
}

async function writePlan(
  transaction: Transaction<Schema>,
  contractId: string,
  stored: StoredContent,
  draft: ContractDraft,
  isins: ReadonlyMap<number, string>,
  today: string,
): Promise<void> {
  const plan =
    draft.contribution === null
      ? null
      : {
          contribution: draft.contribution,
          contributionInterval: draft.contributionInterval,
          dynamicPercent: draft.dynamicPercent ?? 0,
          entries: draft.planEntries.map(({ fundId, fraction }) => ({
            isin: isins.get(fundId) ?? '',
            fraction: fraction ?? 0,
          })),
        };
  const fundIds = new Map([...isins].map(([fundId, isin]) => [isin, fundId]));
  // The day a plan began is not the day it ends: what was paid until now stays told.
  const isDaySaid = plan !== null || draft.planValidFrom !== stored.validFrom;
  const from = (isDaySaid ? draft.planValidFrom : null) ?? today;
  const until = plan === null ? null : await lastDayOf(transaction, contractId, stored, from);
  await writeSavingsPlan(transaction, contractId, plan, from, fundIds, until);
}

/** Last day of what is saved: that of the plan it changes, or the day before one that follows and is not shown; null = open. */
async function lastDayOf(
  transaction: Transaction<Schema>,
  contractId: string,
  { planId, validTo }: StoredContent,
  from: string,
): Promise<string | null> {
  if (validTo !== null && from <= validTo) return validTo;
  const { rows } = await sql<{ until: string | null }>`select min(valid_from) - 1 as until from savings_plans
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and valid_from > ${from}::date
       and id is distinct from ${planId}::uuid`.execute(transaction);
  return rows[0]?.until ?? null;
}

/**
 * A class chosen by hand bounds check and analysis. It is no assessment (Art. 54(8) of Delegated Regulation (EU) 2017/565): a recorded
 * profile stays what it is and ends when it ends, and without one nothing is recommended.
 */
async function writeRiskClass(
  transaction: Transaction<Schema>,
  contractId: string,
  riskClassId: number | null,
): Promise<void> {
  await sql`update contracts set risk_class_id = ${riskClassId}
     where tenant_id = app_tenant_id() and id = ${contractId}`.execute(transaction);
}
