import type { PlanChoices } from './optimization-types.ts';

/** What may be done with a fund: free, kept as it is, or not wanted. */
export type FundUse = 'free' | 'locked' | 'excluded';

/** What the adviser asks for beside the contract as it is. */
export interface WhatIf {
  /** null = the class of the contract. */
  readonly riskClassId: number | null;
  /** Euros added now. */
  readonly cash: number | null;
  readonly uses: ReadonlyMap<number, Exclude<FundUse, 'free'>>;
}

export const asItIs: WhatIf = { riskClassId: null, cash: null, uses: new Map() };

/** The same choices with another use of one fund. */
export function withUse(choices: WhatIf, fundId: number, use: FundUse): WhatIf {
  const uses = new Map(choices.uses);
  if (use === 'free') uses.delete(fundId);
  else uses.set(fundId, use);
  return { ...choices, uses };
}

export const fundUse = (choices: WhatIf, fundId: number): FundUse => choices.uses.get(fundId) ?? 'free';

/** Choices as calls and engine take them; what is as it is, is left out. */
export function planChoicesOf(choices: WhatIf): PlanChoices {
  const of = (wanted: FundUse) =>
    [...choices.uses].flatMap(([fundId, use]) => (use === wanted ? [fundId] : [])).sort((a, b) => a - b);
  const [locked, excluded] = [of('locked'), of('excluded')];
  return {
    ...(choices.riskClassId === null ? {} : { riskClassId: choices.riskClassId }),
    ...(choices.cash === null || choices.cash === 0 ? {} : { cashAmount: choices.cash }),
    ...(locked.length === 0 ? {} : { lockedFundIds: locked }),
    ...(excluded.length === 0 ? {} : { excludedFundIds: excluded }),
  };
}

/** Choices of a stored plan, to go on from. */
export function whatIfOf(choices: PlanChoices): WhatIf {
  return {
    riskClassId: choices.riskClassId ?? null,
    cash: choices.cashAmount ?? null,
    uses: new Map([
      ...(choices.lockedFundIds ?? []).map((fundId) => [fundId, 'locked'] as const),
      ...(choices.excludedFundIds ?? []).map((fundId) => [fundId, 'excluded'] as const),
    ]),
  };
}

/** True when nothing differs from the contract as it is. */
export const isAsItIs = (choices: WhatIf): boolean => Object.keys(planChoicesOf(choices)).length === 0;

/** Choices as the call takes them: lists of its own. */
export function planChoicesBody(choices: WhatIf) {
  const { riskClassId, cashAmount, lockedFundIds, excludedFundIds } = planChoicesOf(choices);
  return {
    ...(riskClassId === undefined ? {} : { riskClassId }),
    ...(cashAmount === undefined ? {} : { cashAmount }),
    ...(lockedFundIds === undefined ? {} : { lockedFundIds: [...lockedFundIds] }),
    ...(excludedFundIds === undefined ? {} : { excludedFundIds: [...excludedFundIds] }),
  };
}
