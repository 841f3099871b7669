// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { speaksEnglish } from '../../../texts/english-for-test.ts';
import { t } from '../../../texts/texts.ts';
import {
  type ComparedContract,
  compareCategories,
  compareContracts,
  compareFunds,
} from './compare-contracts.ts';

const entry = (isin: string, value: number, categoryName: string | null, gainLoss: number | null) => ({
  isin,
  fundName: `Fonds ${isin}`,
  value,
  categoryName,
  categoryColor: null,
  gainLoss,
});

/** Only what the comparison looks at. */
const contract = (entries: readonly ReturnType<typeof entry>[], insurerName: string | null) =>
  ({
    detail: {
      contract: {
        totalValue: 1000,
        cashValue: 0,
        nonFundsValue: 0,
        contributionsValue: 900,
        reserveValue: 287.5,
        guaranteeFundQuantity: 1.25,
        risk: {
          riskClassId: 2,
          riskClassCount: 5,
          riskTypeId: 1,
          useQuota: false,
          riskValue: null,
          bandLow: 4.3,
          bandHigh: 6.9,
          status: 'unknown',
        },
        hints: { count: 2, highestSeverity: 1 },
      },
      contractScore: null,
      currentSavingsPlan: null,
      currentPortfolio: { valuationDate: '2026-11-20', portfolioEntries: entries },
    },
    info: {
      holder: { firstName: 'Anna', lastName: 'Kreuz' },
      tariff: { name: 'Rente', tariffTypeName: 'Fondspolice' },
      insurer: insurerName === null ? null : { insurerName },
      issuer: null,
      costModel: null,
      startDate: '2020-01-01',
      endDate: null,
      guaranteedLevel: null,
    },
  }) as ComparedContract; // a whole contract would hide what the comparison takes of it

const one = contract([entry('A', 600, 'Aktien', 10), entry('B', 400, 'Renten', 5)], 'Elbwarte');
const other = contract([entry('B', 300, 'Renten', null)], null);

describe('two contracts', () => {
  const unknown = t('contracts.compare.unknown');
  const lines = compareContracts([one, other]).flatMap((section) => section.lines);
  const valuesOf = (key: string) => lines.find((line) => line.key === key)?.values;

  it('have no reserve and no guarantee fund of nothing', () => {
    const depot = {
      ...one,
      detail: { ...one.detail, contract: { ...one.detail.contract, reserveValue: 0 } },
    };
    const without = { ...depot.detail.contract, guaranteeFundQuantity: 0 };
    const bare = { ...depot, detail: { ...depot.detail, contract: without } };
    const saidOf = (pair: Parameters<typeof compareContracts>[0], key: string) =>
      compareContracts(pair)
        .flatMap((section) => section.lines)
        .find((line) => line.key === key)?.values;
    expect(saidOf([depot, one], 'reserveValue')).toEqual(['–', '287,50\u00a0€']);
    expect(saidOf([bare, depot], 'reserveValue')).toBeUndefined();
    expect(saidOf([bare, one], 'guaranteeFundQuantity')).toEqual(['–', '1,25']);
  });

  it('stand in lines, what one has not is a dash, what both have not is left out', () => {
    expect(valuesOf('insurer')).toEqual(['Elbwarte', '–']);
    expect(valuesOf('issuer')).toBeUndefined();
    expect(valuesOf('score')).toBeUndefined();
    expect(valuesOf('contributionsValue')).toEqual(['900,00\u00a0€', '900,00\u00a0€']);
  });

  it('say every part of the value, so that the parts add up to it', () => {
    expect(valuesOf('reserveValue')).toEqual(['287,50\u00a0€', '287,50\u00a0€']);
    expect(valuesOf('guaranteeFundQuantity')).toEqual(['1,25', '1,25']);
  });

  it('tell of a savings plan that begins later with its day', () => {
    const plan = {
      validFrom: '2027-02-01',
      contribution: 400,
      contributionInterval: 1,
      savingsPlanEntries: [{}],
    };
    const planned = {
      ...one,
      detail: { ...one.detail, plannedSavingsPlan: plan },
    } as ComparedContract; // no more of a plan is looked at
    const told = compareContracts([planned, other]).flatMap((section) => section.lines);
    expect(told.find(({ key }) => key === 'contribution')?.values).toEqual([
      `400,00\u00a0€ monatlich, ${t('savingsPlan.from', { date: '01.02.2027' })}`,
      '–',
    ]);
    expect(told.find(({ key }) => key === 'fundCount')?.values).toEqual(['1', '–']);
  });

  it('say of what is not known that it is not', () => {
    expect(valuesOf('gain')).toEqual(['15,00\u00a0€', unknown]);
    expect(valuesOf('riskValue')).toEqual([unknown, unknown]);
  });

  it('have their funds and categories joined, the heaviest first', () => {
    expect(compareFunds([one, other])).toEqual([
      { key: 'B', name: 'Fonds B', fractions: [0.4, 1] },
      { key: 'A', name: 'Fonds A', fractions: [0.6, null] },
    ]);
    expect(compareCategories([one, other]).map(({ name, fractions }) => [name, ...fractions])).toEqual([
      ['Renten', 0.4, 1],
      ['Aktien', 0.6, null],
    ]);
  });
});

describe('compareContracts in English', () => {
  speaksEnglish();

  it('says the type of a tariff in English, and leaves its name as it is', () => {
    const of = (name: string, tariffTypeName: string) => {
      const { info, ...rest } = contract([], null);
      return { ...rest, info: { ...info, tariff: { ...info.tariff, name, tariffTypeName } } };
    };
    const lines = compareContracts([
      of('Hybrid Garant', 'Versicherungs-Hybrid statisch'),
      of('Basisrente', 'Basisrente'),
    ]).flatMap((section) => section.lines);
    const valuesOf = (key: string) => lines.find((line) => line.key === key)?.values;
    expect(valuesOf('tariffType')?.[0]).toBe('Insurance hybrid, static');
    expect(valuesOf('tariff')).toEqual(['Hybrid Garant', 'Basisrente']);
  });
});
