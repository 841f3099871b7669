import { type ContractCheck, checkContract } from '../check/check-contract.ts';
import type { ContractInput, Position } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';

/** A contract and what a check of it said. */
interface KnownCheck {
  readonly contract: ContractInput;
  readonly check: ContractCheck;
}

const known = new WeakMap<TariffContext, KnownCheck[]>();
/** The proposals of one contract lead to about as many different ones. */
const maximumKnown = 12;

/**
 * The check of a contract, remembered while it is planned: a plan is judged, carried on, given its savings plan and shown,
 * and each time the same contract is checked. A check follows from its input alone, so it is the same.
 */
export function knownCheck(context: TariffContext, contract: ContractInput): ContractCheck {
  let checks = known.get(context);
  if (!checks) known.set(context, (checks = []));
  for (const entry of checks) if (isSameContract(entry.contract, contract)) return entry.check;
  const check = checkContract(context, contract);
  if (checks.length >= maximumKnown) checks.shift();
  checks.push({ contract, check });
  return check;
}

/** Whether two contracts are the same to a check, position by position. */
export function isSameContract(a: ContractInput, b: ContractInput): boolean {
  if (a === b) return true;
  return (
    a.cash === b.cash &&
    a.cashReserve === b.cashReserve &&
    a.day === b.day &&
    isSameList(a.positions, b.positions, isSamePosition) &&
    isSameSavings(a.savingsPlan, b.savingsPlan)
  );
}

const isSamePosition = (a: Position, b: Position): boolean =>
  a.isin === b.isin &&
  a.quantity === b.quantity &&
  a.price === b.price &&
  a.priceDay === b.priceDay &&
  a.costValue === b.costValue;

function isSameSavings(a: ContractInput['savingsPlan'], b: ContractInput['savingsPlan']): boolean {
  if (a === b) return true;
  if (!a || !b || a.rate !== b.rate) return false;
  return isSameList(
    a.entries,
    b.entries,
    (one, other) => one.isin === other.isin && one.percent === other.percent,
  );
}

const isSameList = <T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean =>
  a === b || (a.length === b.length && a.every((element, k) => element === b[k] || isSame(element, b[k]!)));
