import { worthOf } from '@depotwerk/domain/worth';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../platform/database/schema.ts';
import {
  type NewEntry,
  type OwnPortfolio,
  readOwnPortfolio,
} from '../../../platform/depot-content/own-portfolio.ts';
import { writePortfolio } from '../../../platform/depot-content/write-portfolio.ts';
import { writeSavingsPlan } from '../../../platform/depot-content/write-savings-plan.ts';
import type { DealtWith, PlainPlan } from './dealt-with.ts';
import { lockDepotOf, storeDealtWith } from './depot-of-contract.ts';
import { findFunds } from './find-funds.ts';
import type { OpenChange } from './open-change.ts';
import { type BankPositionAtDifference, storedValues } from './pending-change-rows.ts';
import { readOwnPlan } from './read-own-state.ts';

/** Takes every difference over: quantities and cash into the newest portfolio, the savings plan from today on. */
export async function keepChanges(
  transaction: Transaction<Schema>,
  contractId: string,
  changes: readonly OpenChange[],
  today: string,
): Promise<void> {
  const depot = await lockDepotOf(transaction, contractId);
  const portfolio = await readOwnPortfolio(transaction, contractId);
  const stored = <T>(fieldName: string, schema: z.ZodMiniType<T>): T | undefined => {
    const change = changes.find((each) => each.fieldName === fieldName);
    return change && schema.parse(change.bankValue);
  };
  const moved = stored('holdings', storedValues.holdings.bank);
  const cash = stored('cash', storedValues.cash.bank);
  const plan = stored('savingsPlan', storedValues.savingsPlan.bank);
  const holderName = stored('holderName', storedValues.holderName.bank);
  const before: DealtWith = depot?.dealtWith ?? {
    quantities: Object.fromEntries((portfolio?.entries ?? []).map(({ isin, quantity }) => [isin, quantity])),
    cash: portfolio?.nonFundsValue ?? 0,
    savingsPlan: await readOwnPlan(transaction, contractId),
    holderName: '',
    ourCash: portfolio?.nonFundsValue ?? 0,
    unknownFunds: [],
  };
  const funds = await findFunds(transaction, [
    ...(moved ?? []).map((position) => position.isin),
    ...(plan?.entries ?? []).map((entry) => entry.isin),
  ]);
  let dealtWith = before;
  if (moved || cash !== undefined) {
    dealtWith = await takePortfolio(
      transaction,
      contractId,
      portfolio,
      before,
      moved ?? [],
      cash,
      funds,
      today,
    );
  }
  if (plan !== undefined) {
    await writeSavingsPlan(transaction, contractId, plan, today, funds);
    dealtWith = { ...dealtWith, savingsPlan: plan };
  }
  await keepContribution(transaction, contractId, changes, today);
  if (holderName !== undefined) dealtWith = { ...dealtWith, holderName };
  if (depot) {
    await storeDealtWith(transaction, depot.id, dealtWith);
    if (holderName !== undefined) {
      await sql`update trader_depots set holder_name = ${holderName.slice(0, 200)}
         where tenant_id = app_tenant_id() and id = ${depot.id}`.execute(transaction);
    }
  }
}

async function takePortfolio(
  transaction: Transaction<Schema>,
  contractId: string,
  portfolio: OwnPortfolio | null,
  before: DealtWith,
  moved: readonly BankPositionAtDifference[],
  cash: number | undefined,
  funds: ReadonlyMap<string, number>,
  today: string,
): Promise<DealtWith> {
  const isMoved = new Set(moved.map((position) => position.isin));
  const kept = (portfolio?.entries ?? []).filter((entry) => !isMoved.has(entry.isin));
  const unknown = before.unknownFunds.filter((position) => !isMoved.has(position.isin));
  const entries: NewEntry[] = [...kept];
  for (const position of moved) {
    const ours = portfolio?.entries.find((entry) => entry.isin === position.isin);
    const fundId = funds.get(position.isin);
    // Prices taken since are newer than those at the time of the difference.
    const price = ours?.price ?? position.price;
    if (position.quantity === 0) continue;
    if (fundId === undefined || price === null) {
      const value = worthOf(position.quantity, position.price ?? 0);
      unknown.push({ isin: position.isin, quantity: position.quantity, value });
      continue;
    }
    entries.push({
      fundId,
      quantity: position.quantity,
      price,
      priceDate: ours?.priceDate ?? position.priceDate,
      costValue: position.costValue ?? (ours?.quantity === position.quantity ? ours.costValue : null),
      isLocked: ours?.isLocked ?? false,
    });
  }
  const ourCash = cash ?? before.ourCash;
  const cents = [ourCash, ...unknown.map((position) => position.value)].map((value) =>
    Math.round(value * 100),
  );
  await writePortfolio(transaction, contractId, portfolio, {
    valuationDate: portfolio?.valuationDate ?? today,
    nonFundsValue: cents.reduce((sum, value) => sum + value, 0) / 100,
    entries: entries.map(({ fundId, quantity, price, priceDate, costValue, isLocked }) => ({
      fundId,
      quantity,
      price,
      priceDate,
      costValue,
      isLocked,
    })),
  });
  const quantities = Object.fromEntries(moved.map(({ isin, quantity }) => [isin, quantity]));
  return {
    ...before,
    quantities: { ...before.quantities, ...quantities },
    cash: cash ?? before.cash,
    ourCash,
    unknownFunds: unknown,
  };
}

/** A difference of the rate alone, as imports report it: the same funds with another contribution. */
async function keepContribution(
  transaction: Transaction<Schema>,
  contractId: string,
  changes: readonly OpenChange[],
  today: string,
): Promise<void> {
  const change = changes.find((each) => each.fieldName === 'contribution');
  const contribution = z.number().safeParse(change?.bankValue);
  if (!contribution.success) return;
  const plan = await readOwnPlan(transaction, contractId);
  if (!plan) return;
  const next: PlainPlan = { ...plan, contribution: contribution.data };
  const funds = await findFunds(
    transaction,
    plan.entries.map((entry) => entry.isin),
  );
  await writeSavingsPlan(transaction, contractId, next, today, funds);
}
