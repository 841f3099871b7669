import { emptyFundMatrix } from '@depotwerk/domain/tariff/empty-drafts';
import { filledClasses } from '@depotwerk/domain/tariff/rated-matrix';
import { describe, expect, it } from 'vitest';
import { reportHybridTariff, reportTariff } from '../../../test/report-tariff.ts';
import { buildTariffBasics } from './report/build-tariff-basics.ts';
import type { TariffReportSource } from './report/tariff-source.ts';

const textOf = (source: TariffReportSource) => JSON.stringify(buildTariffBasics(source, false));

/** The hybrid tariff with a level left from before contracts could choose. */
function hybrid(isGuaranteedLevelCustomizable: boolean): TariffReportSource {
  const { current } = reportHybridTariff;
  const tariff = { ...current.content.tariff, guaranteedLevel: 0.8, isGuaranteedLevelCustomizable };
  return { ...reportHybridTariff, current: { ...current, content: { ...current.content, tariff } } };
}

describe('the basics of a tariff on paper', () => {
  it('name a guaranteed level only where the tariff fixes it, as the pages do', () => {
    expect(textOf(hybrid(false))).toContain('["Garantieniveau","80');
    expect(textOf(hybrid(true))).toContain('["Garantieniveau wählbar","Ja"]');
    expect(textOf(hybrid(true))).not.toContain('"Garantieniveau",');
  });

  it('name what is promised only where something is, and what holds where nothing is said', () => {
    expect(textOf(reportTariff)).not.toContain('Garantieniveau');
    for (const text of [textOf(reportTariff), textOf(hybrid(true))])
      for (const [label, value] of [
        ['Kostenvorteil im Jahr mindestens', '0,30\u00a0%'],
        ['Ersparnis im Jahr mindestens', '25,00\u00a0€'],
        ['Gebühren verdient nach höchstens (Monate)', '24'],
      ])
        expect(text).toContain(`["Fondstausch: ${label}","${value}"]`);
  });

  it('say what guaranteed levels cost the classes that hold funds, unknown where it is not known', () => {
    const source = hybrid(false);
    const { fundMatrix } = source.current.content.tariff;
    const [first = 1] = [...filledClasses(fundMatrix ?? emptyFundMatrix())];
    const ratings = [
      { riskClassId: first, expectedReturn: 0.03, ongoingCost: 0.01 },
      { riskClassId: 99, expectedReturn: 0.05, ongoingCost: 0 },
    ];
    const interest = source.current.content.tariff.guaranteedInterest ?? Number.NaN;
    // Two accounts over 20 years: what has to be there at the end, and what the rest has become.
    const cost = 0.02 - ((0.8 + (1 - 0.8 / (1 + interest) ** 20) * 1.02 ** 20) ** (1 / 20) - 1);
    const text = textOf({ ...source, ratings });
    expect(text).toContain('Was das Garantieniveau kostet');
    expect(text).toContain(`["Klasse ${first}","2,00\u00a0%","${(cost * 100).toFixed(2).replace('.', ',')}"`);
    expect(text).not.toContain('Klasse 99');
    expect(
      textOf({ ...source, ratings: [{ riskClassId: first, expectedReturn: 0.03, ongoingCost: null }] }),
    ).toContain(`["Klasse ${first}","unbekannt","unbekannt"`);
    expect(textOf(source)).not.toContain('Was das Garantieniveau kostet');
  });

  it('have settings where the summary has them: not for hybrid types', () => {
    expect(textOf(reportTariff)).toContain('"Einstellungen"');
    expect(textOf(hybrid(false))).not.toContain('"Einstellungen"');
  });
});
