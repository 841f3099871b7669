import { describe, expect, it } from 'vitest';
import { knownHeadings, meaningOfHeading } from './fund-field-map.ts';

describe('field map', () => {
  it('takes headings without regard to case and separators, and openfunds with tag or name', () => {
    const emt = '07100_Financial_Instrument_Gross_Ongoing_Costs';
    for (const heading of [emt, emt.toLowerCase(), emt.replaceAll('_', ' '), `\uFEFF ${emt} `]) {
      expect(meaningOfHeading(heading)).toMatchObject({ template: 'EMT', field: 'ongoingFee' });
    }
    for (const heading of [
      'OFST020060',
      'ofst020060(de)',
      'OFST020060 Full Share Class Name',
      'Full Share Class Name',
    ]) {
      expect(meaningOfHeading(heading)).toMatchObject({ template: 'openfunds', field: 'name' });
    }
  });

  it.each([
    'Laufende Kosten in %',
    'Laufende Kosten (%)',
    'Laufende Kosten (in %)',
    'laufende kosten in Prozent',
    'Laufende Kosten p.a. in %',
    'Laufende Kosten in % p. a.',
    'TER %',
    'TER (% p.a.)',
    'Gesamtkostenquote in\u00a0%',
  ])('takes costs whose heading says percent: %s', (heading) => {
    expect(meaningOfHeading(heading)).toMatchObject({ field: 'ongoingFee', isPercent: true });
  });

  it('takes no other column as percent', () => {
    for (const heading of ['ISIN %', 'Name in %', 'Ongoing Charges in %', 'Anteil in %', '%', 'SRI (%)'])
      expect(meaningOfHeading(heading)).toBeNull();
    expect(meaningOfHeading('Laufende Kosten')).not.toHaveProperty('isPercent');
  });

  it('does not take a number under another name', () => {
    for (const heading of ['07100', '07100_Something_Else', 'OFST0200', 'toString', '__proto__', '']) {
      expect(meaningOfHeading(heading)).toBeNull();
    }
  });

  it('keeps the equal numbers of the templates apart', () => {
    expect(meaningOfHeading('00030_Financial_Instrument_Name')).toMatchObject({
      template: 'EMT',
      field: 'name',
    });
    expect(meaningOfHeading('00030_Portfolio_Identifying_Data')).toMatchObject({
      template: 'EPT',
      field: 'isin',
    });
  });

  it('has one ISIN in every template', () => {
    const templates = knownHeadings
      .filter(([, meaning]) => meaning.field === 'isin')
      .map(([, each]) => each.template);
    expect(templates.toSorted((a, b) => a.localeCompare(b))).toEqual(['EET', 'EMT', 'EPT', 'openfunds']);
  });
});
