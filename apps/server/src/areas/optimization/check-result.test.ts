import { aCheck } from '@depotwerk/engine/fixtures/check-fixture';
import { expect, it } from 'vitest';
import { toStoredCheck } from './check-result.ts';

const riskClass = {
  riskClassId: 2,
  target: 8,
  range: 2,
  targetWeights: [],
  proposal: [],
  sriLimit: null,
};
const nothingHeld = { day: 20_000, cash: 0, cashReserve: 0, positions: [], savingsPlan: null };
const surroundings = { fundByIsin: new Map(), groupIds: new Map() };
const storedWith = (own: typeof riskClass | null) =>
  toStoredCheck(
    { ...aCheck({ status: own ? 'in' : 'unknown' }), riskClass: own, band: null },
    { riskClassId: own?.riskClassId ?? null, esg: null, contract: nothingHeld },
    surroundings,
  ).stored;

it('stores no score of a contract without a class: most of it compares with one', () => {
  expect(storedWith(null)).toMatchObject({
    contract_score: null,
    score_risk: null,
    score_allocation: null,
    score_quality: null,
    score_costs: null,
    score_savings_plan: null,
    // What needs no class is known all the same.
    risk_value: 0.08,
    risk_band_status: 'unknown',
  });
  expect(storedWith(riskClass)).toMatchObject({ contract_score: 80, score_risk: 80, score_savings_plan: 80 });
});
