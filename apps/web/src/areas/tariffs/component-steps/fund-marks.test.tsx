// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksEnglish } from '../../../texts/english-for-test.ts';
import { fundMarks } from './fund-marks.ts';
import { figuresOf } from './fund-row.tsx';

speaksEnglish();

it('says of a fund that it is gone and whom its manufacturer excludes', () => {
  expect(fundMarks({ isInactive: false, excludes: null })).toEqual([]);
  expect(fundMarks({ isInactive: true, excludes: 'retail' })).toEqual(['Inactive', 'not for retail clients']);
  expect(fundMarks({ isInactive: false, excludes: 'lowestClass' })).toEqual([
    'not for lowest risk tolerance',
  ]);
});

it('says that costs are unknown instead of leaving them out', () => {
  const fund = { ongoingFee: 0.0025, riskIndicator: 4, rank: null };
  expect(figuresOf(fund, true)).toBe('Costs 0.25% · SRI 4 · without rank');
  expect(figuresOf({ ...fund, ongoingFee: 0 }, false)).toBe('Costs 0.00% · SRI 4');
  expect(figuresOf({ ...fund, ongoingFee: null }, false)).toBe('Costs unknown · SRI 4');
});
