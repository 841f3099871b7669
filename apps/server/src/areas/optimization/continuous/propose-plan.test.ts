import { EngineError } from '@depotwerk/engine/engine-error';
import { anInput } from '@depotwerk/engine/fixtures/advice-input-fixture';
import { expect, it } from 'vitest';
import { proposeForMany } from '../bulk/propose-for-many.ts';
import { lookAt, unlessRefused } from './propose-plan.ts';

const today = '1970-05-01';
const usual = anInput();
/** Figures the engine refuses: no group varies less than not at all. */
const refused = anInput({
  tariff: { ...usual.tariff, covariance: usual.tariff.covariance.map((row) => row.map((value) => -value)) },
});

it('a contract whose figures the engine refuses is skipped with what to do, and its neighbours are planned', () => {
  expect([refused, usual].map((input) => lookAt(null, input, today))).toMatchObject([
    { kind: 'skipped', reason: 'notSolvable' },
    { kind: 'planned' },
  ]);
  expect(proposeForMany(refused, null, today)).toMatchObject({
    kind: 'skipped',
    message: expect.stringContaining('Bitte planen Sie den Vertrag von Hand.'),
  });
});

it('a profile plans until its last day, that day included; from the next on it is renewed first', () => {
  const profile = { riskClassId: 2, suggestedRiskClassId: null };
  const kindOn = (validUntil: string) =>
    lookAt(null, anInput({ riskAssessment: { ...profile, validUntil } }), today);
  expect(kindOn(today)).toMatchObject({ kind: 'planned' });
  expect(kindOn('1970-04-30')).toEqual({ kind: 'skipped', reason: 'profileMissing' });
  expect(lookAt(null, anInput({ riskAssessment: null }), today)).toEqual({
    kind: 'skipped',
    reason: 'profileMissing',
  });
});

it('what is no refusal of the engine stops the work', () => {
  const fault = new TypeError('x');
  const failing = (error: Error) => () => {
    throw error;
  };
  expect(() => unlessRefused(failing(fault), 0)).toThrow(fault);
  expect(unlessRefused(failing(new EngineError('INPUT_INVALID', 'x')), 0)).toBe(0);
});
