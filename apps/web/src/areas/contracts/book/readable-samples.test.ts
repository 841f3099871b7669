import { setNotation } from '@depotwerk/domain/notation';
import { afterEach, expect, it } from 'vitest';
import { englishNotation } from '../../../texts/english-figures.ts';
import { asksForMark, withReadableSamples } from './readable-samples.ts';

const column = (header: string, samples: string[], isNumeric = false) => ({
  header,
  samples,
  fillRate: samples.length === 0 ? 0 : 1,
  isRecognised: true,
  isNumeric,
});
const samplesOf = (fileName: string) =>
  withReadableSamples(
    fileName,
    [column('Beginn', ['2024-04-03', '2024-04', 'V-2024-04-03', '17'])],
    ['startDate'],
  )[0]?.samples;

afterEach(() => {
  setNotation(undefined);
});

it('days of a workbook or a statement are shown as their reader writes days, those of a CSV file as they stand there', () => {
  expect(samplesOf('bestand.xlsx')).toEqual(['03.04.2024', '2024-04', 'V-2024-04-03', '17']);
  expect(samplesOf('auszug.fin')).toEqual(samplesOf('bestand.xlsx'));
  expect(samplesOf('Bestand.CSV')).toEqual(['2024-04-03', '2024-04', 'V-2024-04-03', '17']);
  setNotation(englishNotation);
  expect(samplesOf('bestand.xlsx')?.[0]).toBe('03/04/2024');
});

it('numbers a file keeps as numbers are shown as their reader writes them, numbers of contracts and texts as they stand there', () => {
  const columns = [
    column('Vertragsnummer', ['9001'], true),
    column('Anteile', ['30.253', '2525.3818'], true),
    column('Kurs', ['30.253']),
  ];
  const shown = withReadableSamples('auszug.xml', columns, ['contractNumber', 'quantity', 'price']);
  expect(shown.map(({ samples }) => samples)).toEqual([['9001'], ['30,253', '2.525,3818'], ['30.253']]);
});

it('how numbers are written is asked only where a column of figures has texts', () => {
  const units = column('Anteile', ['30.253'], true);
  const price = column('Kurs', ['1.234']);
  const cost = column('Einstandswert', []);
  expect(asksForMark([units, cost], ['quantity', 'costValue'])).toBe(false);
  expect(asksForMark([units, price], ['quantity', null])).toBe(false);
  expect(asksForMark([units, price], ['quantity', 'price'])).toBe(true);
  // Nothing is mapped yet, or a server of the release before does not say.
  expect(asksForMark([units], [null])).toBe(true);
  const { isNumeric: _unsaid, ...before } = units;
  expect(asksForMark([before], ['quantity'])).toBe(true);
});
