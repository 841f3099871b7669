import { setNotation } from '@depotwerk/domain/notation';
import { afterEach, expect, it } from 'vitest';
import { englishNotation } from '../../../texts/english-figures.ts';
import { withReadableSamples } from './readable-samples.ts';

const columns = [{ header: 'Beginn', samples: ['2024-04-03', '2024-04', 'V-2024-04-03', '17'] }];
const samplesOf = (fileName: string) => withReadableSamples(fileName, columns)[0]?.samples;

afterEach(() => {
  setNotation(undefined);
});

it('days of a workbook or a statement are shown as their reader writes days, those of a CSV file as they stand there', () => {
  expect(samplesOf('bestand.xlsx')).toEqual(['03.04.2024', '2024-04', 'V-2024-04-03', '17']);
  expect(samplesOf('auszug.fin')).toEqual(samplesOf('bestand.xlsx'));
  expect(samplesOf('Bestand.CSV')).toEqual(columns[0]?.samples);
  setNotation(englishNotation);
  expect(samplesOf('bestand.xlsx')?.[0]).toBe('03/04/2024');
});
