import { toCents } from '../rounding/in-cents.ts';
import type { ContractInput, Hint } from './contract-input.ts';

/** What is missing from an account in cents is named from here on: less is rounding. */
const leastOverdraft = 100;

/** Cents by which an account is below zero; 0 where it is not by as much as is named. */
export const missingOf = (cents: number): number => (cents <= -leastOverdraft ? -cents : 0);

/**
 * H20 of an account below zero, whatever else there is: a tariff that wants to hear of no idle money still hears of debts. Of a
 * whole that is worth less than what is missing there is no share that anybody reads.
 */
export function overdraftHint({ cash, cashReserve }: ContractInput, total: number): Hint | null {
  const missing = missingOf(toCents(cash));
  if (missing === 0) return null;
  return {
    code: 'H20',
    severity: 1,
    subject: 'portfolio',
    values: { cash, reserve: cashReserve, share: 100 * total >= missing ? cash / total : null },
    suggestion: null,
    action: { kind: 'fillAccount', value: missing / 100 },
  };
}

/** Whether a hint is that of an account below zero. Plans keep it as a demand of its own beside the findings. */
export const isOverdraft = ({ code, values }: Pick<Hint, 'code' | 'values'>): boolean =>
  code === 'H20' && typeof values['cash'] === 'number' && values['cash'] < 0;
