import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { expect, it } from 'vitest';
import { emptyAnalysisResult } from '../../../../test/empty-analysis-result.ts';
import { buildDepotAnalysis } from './build-depot-analysis.ts';

const holding = (isin: string, value: number | null): AnalysisResult['positions'][number] => ({
  isin,
  name: isin,
  value,
  share: value === null ? null : 1,
  ongoingFee: null,
  peergroup: null,
  company: null,
  riskIndicator: null,
  priceDate: null,
});
const result = (positions: AnalysisResult['positions'], contradictions: string[] = []): AnalysisResult => ({
  ...emptyAnalysisResult,
  contradictions,
  totalValue: 1000,
  positions,
});

const figuresOf = (positions: AnalysisResult['positions']) =>
  buildDepotAnalysis(result(positions)).sections.find(({ key }) => key === 'figures')?.rows;

it('says beside the value how many holdings are not part of it', () => {
  const label = 'Darin nicht enthalten: Bestände ohne bekannten Wert';
  expect(figuresOf([holding('IE00BYZK4669', 1000), holding('US0378331005', null)])).toContainEqual({
    label,
    value: '1',
  });
  expect(JSON.stringify(figuresOf([holding('IE00BYZK4669', 1000)]))).not.toContain(label);
});

it('says where a stated value is another than the one that counts, and which answers do not go together', () => {
  const other = { ...holding('IE00BYZK4669', 10_062), statedValue: 5000 };
  const { sections } = buildDepotAnalysis(
    result([other, holding('US0378331005', 1000)], ['Beides geht nicht.']),
  );
  const sourced = { ...result([other], ['Beides geht nicht.']), contradictionSources: ['Art. 54'] };
  expect(buildDepotAnalysis(sourced).sections.find(({ key }) => key === 'contradictions')?.rows).toEqual([
    { text: 'Beides geht nicht. (Art. 54)' },
  ]);
  expect(sections.find(({ key }) => key === 'stated')?.rows).toEqual([
    { name: 'IE00BYZK4669', stated: '5.000,00\u00a0€', value: '10.062,00\u00a0€' },
  ]);
  expect(sections.find(({ key }) => key === 'contradictions')?.rows).toEqual([
    { text: 'Beides geht nicht.' },
  ]);
  const keys = buildDepotAnalysis(result([holding('US0378331005', 1000)])).sections.map(({ key }) => key);
  expect(keys).not.toContain('stated');
  expect(keys).not.toContain('contradictions');
});

it('names a security the house does not know once, by its ISIN', () => {
  const known = { ...holding('IE00BYZK4669', 1000), name: 'Welt' };
  const { sections } = buildDepotAnalysis(result([known, holding('US0378331005', null)]));
  expect(sections.find(({ key }) => key === 'positions')?.rows).toMatchObject([
    { name: 'Welt', isin: 'IE00BYZK4669' },
    { name: 'unbekannt', isin: 'US0378331005' },
  ]);
});
