import { expect, it } from 'vitest';
import { holdingFileReader } from './holding-file.ts';

const readText = (lines: readonly string[]) =>
  holdingFileReader.read(Buffer.from(`${lines.join('\n')}\n`), 'depot.csv');

it.each(['98,5 %', '98,50% v. Nennwert', '98,5 % vom Nominal'])(
  'takes a bond whose price is in percent where the value proves what its units are: %s',
  async (price) => {
    const outcome = await readText([
      'ISIN;Stück/Nominal;Kurs;Kurswert',
      `DE0001102440;10.000,00;${price};9.850,00`,
    ]);
    expect(outcome.refused).toEqual([]);
    expect(outcome.holdings).toMatchObject([{ isin: 'DE0001102440', quantity: 10_000, value: 9850 }]);
  },
);

it('says what to add where no value does, and that it contradicts a value that is another', async () => {
  const { refused } = await readText(['ISIN;Stück/Nominal;Kurs', 'DE0001102440;10.000,00;98,5 %']);
  expect(refused).toMatchObject([
    {
      reason:
        '„98,5 %“ ist ein Kurs in Prozent des Nennwerts. Bitte ergänzen Sie in der Datei den Wert in Euro.',
    },
  ]);
  const other = await readText(['ISIN;Stück/Nominal;Kurs;Kurswert', 'DE0001102440;100,00;98,5 %;9.850,00']);
  expect(other.refused).toMatchObject([{ reason: 'Stückzahl mal Kurs ergibt nicht den Wert der Zeile.' }]);
});
