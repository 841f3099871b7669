import { describe, expect, it } from 'vitest';
import {
  causeRows,
  countedText,
  explainedComparison,
  groupRows,
  leftOutTexts,
  missingTargetText,
  returnRows,
  signedYearlyRate,
  type TariffPerformanceFigures,
  unexplainedText,
} from './performance-words.ts';

const found: TariffPerformanceFigures = {
  contracts: { counted: 1234, unknownHistory: 2, withoutClass: 1, unexplained: 0 },
  performance: {
    from: '2025-11-30',
    to: '2026-11-20',
    timeWeighted: 0.05124,
    timeWeightedYearly: null,
    moneyWeighted: 0.0478,
  },
  target: { timeWeighted: 0.06336, timeWeightedYearly: null, moneyWeighted: 0.06 },
  targetUnknownIn: null,
  comparison: {
    timeWeighted: 0.06336,
    allocation: -0.004,
    selection: -0.003,
    fundCosts: -0.001,
    contractCosts: -0.00412,
    other: 0,
    groups: [
      {
        peergroupId: 1,
        name: 'Klein',
        weight: 0.1,
        targetWeight: 0.1,
        allocation: 0,
        selection: -0.001,
        fundCosts: 0,
      },
      {
        peergroupId: null,
        name: null,
        weight: 0.9,
        targetWeight: 0.9,
        allocation: -0.004,
        selection: -0.002,
        fundCosts: -0.001,
      },
    ],
  },
};

describe('performance of a tariff in words', () => {
  it('subtracts what is shown, and writes what is unknown as unknown', () => {
    expect(returnRows(found).map(({ key, cells }) => [key, ...cells])).toEqual([
      ['own', '+5,12\u00a0%', 'unbekannt', '+4,78\u00a0%'],
      ['target', '+6,34\u00a0%', 'unbekannt', '+6,00\u00a0%'],
      ['difference', '−1,22', 'unbekannt', '−1,22'],
    ]);
    const alone = returnRows({ ...found, target: null });
    expect(alone.slice(1).flatMap(({ cells }) => cells)).toEqual(Array(6).fill('unbekannt'));
  });

  it('shows causes that add up, the strongest group first', () => {
    const explained = explainedComparison(found);
    if (explained === null) throw new Error('It is explained.');
    const { rows, sums, together } = groupRows(explained.groups, explained.shown);
    expect(rows.map(({ name, isNamed, together: sum }) => [name, isNamed, sum])).toEqual([
      ['Neben den Fonds', false, '−0,70'],
      ['Klein', true, '−0,10'],
    ]);
    expect([...sums, together]).toEqual(['−0,40', '−0,30', '−0,10', '−0,80']);
  });

  it('does not write unknown costs of the contract as nothing, and says where they are', () => {
    const comparison = { ...(found.comparison as object), contractCosts: null } as typeof found.comparison;
    const shown = explainedComparison({ ...found, comparison })?.shown;
    if (!shown) throw new Error('It is explained.');
    const rows = causeRows(shown).filter(({ effect }) => effect === 'contractCosts' || effect === 'other');
    expect(rows.map(({ points }) => points)[0]).toBe('unbekannt');
    expect(rows.at(1)?.meaning).toMatch(/die unbekannten Kosten des Vertrags$/);
    expect(leftOutTexts({ contracts: { ...found.contracts, unknownCosts: 2 } }).at(-1)).toBe(
      'Bei 2 der Verträge sind die Kosten des Vertrags unbekannt; sie stehen unter „Übriges“.',
    );
  });

  it('says of how many contracts nobody knows what was paid in', () => {
    const told = (unknownPayments: number) =>
      leftOutTexts({ contracts: { ...found.contracts, unknownPayments } }).filter((text) =>
        /ausgezahlt/.test(text),
      );
    expect(told(0)).toEqual([]);
    expect(told(1)).toEqual([
      'Ein weiterer Vertrag ist in keiner Zahl enthalten: Was in ihn ein- und ausgezahlt wurde, ist nicht bekannt.',
    ]);
    expect(told(2)[0]).toMatch(/^2 weitere Verträge sind in keiner Zahl enthalten: Was in sie/);
  });

  it('says of how many contracts, what is left out, and why nothing is explained', () => {
    expect(countedText(found)).toBe(
      '1.234 Verträge als Ganzes, vom 30.11.2025 bis zum 20.11.2026. Alle Renditen nach Kosten.',
    );
    expect(countedText({ ...found, contracts: { ...found.contracts, counted: 1 } })).toMatch(
      /^Ein Vertrag vom/,
    );
    expect(leftOutTexts(found).map((text) => text.slice(0, 22))).toEqual(
      ['2 weitere Verträge sind', 'Ein weiterer Vertrag is'].map((text) => text.slice(0, 22)),
    );
    expect([missingTargetText(found), unexplainedText(found)]).toEqual([null, null]);
    expect(missingTargetText({ ...found, target: null, targetUnknownIn: '2026-03-31' })).toContain(
      '31.03.2026',
    );
    expect(
      unexplainedText({ ...found, comparison: { reason: 'holdings', from: '2026-01-31', to: '2026-02-28' } }),
    ).toMatch(/^Die Abweichung .* \(31\.01\.2026 bis 28\.02\.2026\): Von Verträgen/);
  });
});

it('says of a rate a year that a shorter time has none, and of a longer one that it is not known', () => {
  expect(signedYearlyRate(null, { timeWeightedYearly: null })).toBe('ab einem Jahr');
  expect(signedYearlyRate(null, { timeWeightedYearly: 0.04 })).toBe('unbekannt');
  expect(signedYearlyRate(0.05, { timeWeightedYearly: 0.04 })).toBe('+5,00\u00a0%');
});
