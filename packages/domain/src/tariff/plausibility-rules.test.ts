import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plausibilityRules, plausibilityWeights, refusedSettings, weighed } from './plausibility-rules.ts';

const finding = (code: string, severity: 0 | 1 | 2) => ({ code, severity });

describe('how a house weighs the plausibility check', () => {
  it('makes rules of judgement graver, lighter or silent, and puts the gravest first', () => {
    const findings = [finding('TA03', 1), finding('TA13', 1), finding('TA04', 0)];
    expect(weighed(findings, { TA13: 'off', TA04: 'error' })).toEqual([
      finding('TA04', 2),
      finding('TA03', 1),
    ]);
    expect(weighed(findings, {})).toEqual(findings);
  });

  it('never touches rules that protect numbers, whatever is stored', () => {
    const protectedCodes = [
      'TA01',
      'TA02',
      'TA05',
      'TA06',
      'TA07',
      'TA10',
      'TA17',
      'costCapExceeded',
      'guaranteeUnreachable',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...protectedCodes),
        fc.constantFrom(...plausibilityWeights),
        (code, weight) => {
          expect(refusedSettings({ [code]: weight })).toEqual([code]);
          expect(weighed([finding(code, 2)], { [code]: weight })).toEqual([finding(code, 2)]);
        },
      ),
    );
  });

  it('leaves no duty below a warning', () => {
    expect(
      refusedSettings({ fundWithoutBib: 'off', TA14: 'note', costCapUnknown: 'error', TA03: 'off' }),
    ).toEqual(['fundWithoutBib', 'TA14']);
    const ofFunds = ['fundCostsUnknown', 'fundNotForRetail', 'fundNotForLowestClass'];
    expect(refusedSettings(Object.fromEntries(ofFunds.map((code) => [code, 'note'])))).toEqual(ofFunds);
    expect(refusedSettings(Object.fromEntries(ofFunds.map((code) => [code, 'error'])))).toEqual([]);
  });

  it('has a title for each rule, and its usual weight among the choices', () => {
    for (const { code, title, usual, choices } of plausibilityRules) {
      expect(title).not.toBe(code);
      expect(choices).toContain(usual);
    }
  });
});
