import { expect, it } from 'vitest';
import { anInput, isins, orderByHand } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { editAdvice } from './edit-advice.ts';

/** What is said of a sale by hand of so many units where so many are held, of a fund with so many decimals. */
function refused(held: number, sold: number, unitDecimals: number): string | undefined {
  const base = anInput({}, [{ unitDecimals, minimumOrder: 0 }]);
  const [, ...others] = base.contract.positions;
  const positions = [{ ...position(isins[0], 0), quantity: held, price: 10 }, ...others];
  const input = { ...base, contract: { ...base.contract, positions } };
  const orders = [orderByHand('sell', 0, sold)];
  return editAdvice(input, {}, { orders, savingsPlan: null }).reasons[0]?.text;
}

it('says in German how many units there are to sell', () => {
  expect(refused(12_345.678, 20_000, 3)).toBe('Von Fonds 1 sind nur 12.345,678 Anteile im Bestand.');
  expect(refused(6.25, 7, 4)).toBe('Von Fonds 1 sind nur 6,25 Anteile im Bestand.');
  expect(refused(1200, 2000, 0)).toBe('Von Fonds 1 sind nur 1.200 Anteile im Bestand.');
  expect(refused(1.4, 2, 0)).toBe('Von Fonds 1 ist nur 1 Anteil im Bestand.');
  expect(refused(1.4, 2, 1)).toBe('Von Fonds 1 sind nur 1,4 Anteile im Bestand.');
  expect(refused(0.4, 1, 0)).toBe('Fonds 1 ist nicht im Bestand.');
});

it('says how finely a fund is traded', () => {
  expect(refused(10, 1.5, 0)).toBe('Fonds 1 wird nur in ganzen Anteilen gehandelt.');
  expect(refused(10, 1.55, 1)).toBe('Fonds 1 wird mit höchstens einer Nachkommastelle gehandelt.');
  expect(refused(10, 1.5555, 3)).toBe('Fonds 1 wird mit höchstens 3 Nachkommastellen gehandelt.');
});
