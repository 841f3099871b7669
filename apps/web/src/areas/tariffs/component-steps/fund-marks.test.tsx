// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksEnglish } from '../../../texts/english-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { fundMarks } from './fund-marks.ts';
import { FundRow, figuresOf } from './fund-row.tsx';

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

it('says costs in rows of every width, unknown ones as well', () => {
  const nothing = () => undefined;
  const fund = {
    id: 1,
    isin: 'DE0000000001',
    name: 'Globalis',
    peergroupId: null,
    peergroupName: null,
    categoryColor: null,
    isETF: false,
    isInactive: false,
    sfdrArticle: null,
    excludes: null,
    ongoingFee: null,
    riskIndicator: 4,
    rank: null,
  };
  for (const isNarrow of [true, false]) {
    renderForTest(
      <FundRow
        {...{ id: 1, index: 0, place: 0, offset: 0, height: 96, warning: null, fund, isNarrow }}
        {...{ isActive: true, isLast: true, canMove: false, canRemove: false, showsRank: true }}
        {...{ onFocus: nothing, onShift: nothing, onRemove: nothing }}
      />,
    );
    expect(document.body.textContent).toContain('Costs unknown · SRI 4 · without rank');
  }
});
