import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFundMatrix, withMatrixFunds, withRiskItemsNumber } from './check-fund-matrix.ts';
import { emptyFundMatrix } from './empty-drafts.ts';
import { found, validMatrix } from './fixtures/valid-drafts.ts';
import type { FundMatrixClassDraft } from './tariff-drafts.ts';

const withClass = (index: number, change: Partial<FundMatrixClassDraft>) => ({
  ...validMatrix,
  riskItems: validMatrix.riskItems.map((item, at) => (at === index ? { ...item, ...change } : item)),
});

describe('fund risk matrix', () => {
  it('finds nothing where everything fits', () => {
    expect(checkFundMatrix(validMatrix)).toEqual([]);
  });

  it('asks for risk type, number of classes, quota and a fund', () => {
    expect(found(checkFundMatrix({ ...emptyFundMatrix(), useQuota: null }))).toEqual([
      'fundMatrix.riskTypeId: required',
      'fundMatrix.riskItemsNumber: required',
      'fundMatrix.useQuota: required',
      'fundMatrix.securityIds: fundsRequired',
    ]);
    expect(found(checkFundMatrix(null))).toEqual(['fundMatrix: required']);
  });

  it('asks for border, target and range of every class', () => {
    expect(found(checkFundMatrix(withClass(1, { upperBorder: null, target: null, range: null })))).toEqual([
      'fundMatrix.riskItems.1.upperBorder: required',
      'fundMatrix.riskItems.1.target: required',
      'fundMatrix.riskItems.1.range: required',
    ]);
  });

  it.each([
    { change: { target: 100.1 }, code: 'target: tooLarge' },
    { change: { target: -0.1 }, code: 'target: tooSmall' },
    { change: { range: 2.25 }, code: 'range: precision' },
    { change: { upperBorder: 0 }, code: 'upperBorder: tooSmall' },
    { change: { upperBorder: 5 }, code: 'upperBorder: borderNotRising' },
    { change: { upperBorder: 4.9 }, code: 'upperBorder: borderNotRising' },
  ])('refuses $change', ({ change, code }) => {
    expect(found(checkFundMatrix(withClass(1, change)))).toContain(`fundMatrix.riskItems.1.${code}`);
  });

  it('ends at 100', () => {
    expect(found(checkFundMatrix(withClass(2, { upperBorder: 99.9 })))).toEqual([
      'fundMatrix.riskItems.2.upperBorder: lastBorder',
    ]);
  });

  it('takes borders exactly when they rise strictly', () => {
    const tenths = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(tenths, tenths, (first, second) => {
        const matrix = {
          ...validMatrix,
          riskItems: validMatrix.riskItems.map((item, index) => ({
            ...item,
            upperBorder: [first / 10, second / 10, 100][index] ?? null,
          })),
        };
        expect(found(checkFundMatrix(matrix))).toEqual(
          second > first ? [] : ['fundMatrix.riskItems.1.upperBorder: borderNotRising'],
        );
      }),
    );
  });

  it('needs full columns, also of a class without any share', () => {
    const allocationItems = validMatrix.allocationItems.filter(({ riskClassId }) => riskClassId !== 2);
    expect(found(checkFundMatrix({ ...validMatrix, allocationItems }))).toEqual([
      'fundMatrix.allocationItems.class2: columnSum',
    ]);
  });

  it('refuses shares of funds and classes that are not there, and shares no one can hold', () => {
    const allocationItems = [
      ...validMatrix.allocationItems,
      { riskClassId: 4, securityId: 99, fraction: 0 },
      { riskClassId: 1, securityId: 11, fraction: 0 },
      { riskClassId: 3, securityId: 11, fraction: 0.0005 },
    ];
    expect(found(checkFundMatrix({ ...validMatrix, allocationItems }))).toEqual([
      'fundMatrix.allocationItems.class4.security99: unknownClass',
      'fundMatrix.allocationItems.class4.security99: unknownFund',
      'fundMatrix.allocationItems.class1.security11: duplicate',
      'fundMatrix.allocationItems.class3.security11: precision',
      'fundMatrix.allocationItems.class3: columnSum',
    ]);
    expect(found(checkFundMatrix({ ...validMatrix, securityIds: [11, 12, 11] }))).toEqual([
      'fundMatrix.securityIds: duplicate',
    ]);
  });

  it('takes the shares of a removed fund along', () => {
    const matrix = withMatrixFunds(validMatrix, [12]);
    expect(matrix.allocationItems.every(({ securityId }) => securityId === 12)).toBe(true);
  });

  it('keeps what stands in the classes that remain, and 100 in the last', () => {
    const five = withRiskItemsNumber(validMatrix, 5);
    expect(five.riskItems.map(({ upperBorder }) => upperBorder)).toEqual([5, 10.5, null, null, 100]);
    expect(five.riskItems.map(({ target }) => target)).toEqual([3, 8, 14, null, null]);
    expect(five.allocationItems).toEqual(validMatrix.allocationItems);
    expect(withRiskItemsNumber(five, 3)).toEqual(validMatrix);
    expect(withRiskItemsNumber(validMatrix, null).allocationItems).toEqual([]);
    expect(found(checkFundMatrix({ ...validMatrix, riskItemsNumber: 5 }))).toContain(
      'fundMatrix.riskItemsNumber: classCount',
    );
  });
});
