import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { Hint } from '../check/contract-input.ts';
import { isOverdraft } from '../check/overdraft.ts';

const riskHints: readonly HintCode[] = ['H01', 'H02', 'H03'];

/** The codes of a check's hints by what they are about, and those that orders of any fund may serve. */
export interface HintsBySubject {
  readonly ofRisk: readonly HintCode[];
  /** Money that lies idle (H20). */
  readonly ofIdleMoney: readonly HintCode[];
  /** An account below zero (H20). */
  readonly ofOverdraft: readonly HintCode[];
  readonly of: ReadonlyMap<string, readonly HintCode[]>;
}

/** Looks hints up once for all orders of a plan. */
export function hintsBySubject(hints: readonly Hint[]): HintsBySubject {
  const of = new Map<string, HintCode[]>();
  for (const { subject, code } of hints) {
    const known = of.get(subject);
    if (known) known.push(code);
    else of.set(subject, [code]);
  }
  const all = hints.map(({ code }) => code);
  const overdrawn = hints.some(isOverdraft);
  return {
    ofRisk: all.filter((code) => riskHints.includes(code)),
    ofIdleMoney: all.filter((code) => code === 'H20' && !overdrawn),
    ofOverdraft: all.filter((code) => code === 'H20' && overdrawn),
    of,
  };
}
