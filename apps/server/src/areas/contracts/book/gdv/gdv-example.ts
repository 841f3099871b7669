import type { ExampleContract } from '../book-example.view.ts';
import { type Place, places, recordLength } from './gdv-records.ts';

/** What a record says, field by field. */
export type GdvFields = readonly (readonly [Place, string])[];

/** Writes a record: what is longer than its field is cut, everything else is blank. */
export function gdvRecord(kind: string, part: string, fields: GdvFields): string {
  const { any } = places;
  let text = ' '.repeat(recordLength);
  for (const [[from, length], value] of [[any.kind, kind], [any.part, part], ...fields] as const) {
    text = text.slice(0, from - 1) + value.slice(0, length).padEnd(length) + text.slice(from - 1 + length);
  }
  return text;
}

/** A transmission of these records between its opening and the closing that counts them. */
export function gdvFile(sender: string, records: readonly string[]): string {
  const opening = gdvRecord('0001', '1', [[places.opening.sender, sender]]);
  const closing = gdvRecord('9999', ' ', [[places.closing.count, digits(records.length, 10)]]);
  return [opening, ...records, closing, ''].join('\r\n');
}

/** Digits without a decimal mark, as long as the field, with leading zeros. */
export const digits = (value: number, length: number) => Math.round(value).toFixed(0).padStart(length, '0');

/** `YYYY-MM-DD` as `TTMMJJJJ`. */
const written = (day: string) => day.split('-').reverse().join('');

/** Fund-linked annuities with the holdings of these contracts, and nobody's name. */
export function gdvExample(contracts: readonly ExampleContract[]): string {
  return gdvFile(
    '',
    contracts.flatMap(({ number, day, holdings }) => {
      const same: GdvFields = [
        [places.any.branch, '010'],
        [places.any.number, number],
      ];
      return [
        gdvRecord('0200', '1', [...same, [places.general.currency, 'EUR']]),
        ...holdings.map(({ isin, quantity }) =>
          gdvRecord('0230', '1', [
            ...same,
            [places.risk.risk, '9'],
            [places.fund.isin, isin],
            [places.fund.quantity, digits(quantity * 1e6, 14)],
            [places.fund.day, written(day)],
          ]),
        ),
      ];
    }),
  );
}
