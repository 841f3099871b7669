import { expect, it } from 'vitest';
import { anInput, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';

it('blocks what is against the promise and warns where it stays in danger, also near the floor', () => {
  const checked = (promised: number, orders: OrderEdit[] = []) => {
    const given = anInput();
    const guarantee = { promised, level: 1, interest: 0, endDay: given.contract.day + 1, secured: 0 };
    const contract = { ...given.contract, guarantee };
    return editAdvice({ ...given, contract }, {}, { orders, savingsPlan: null }).plan?.checks.find(
      ({ checkKey }) => checkKey === 'minimums',
    );
  };
  expect(checked(100)).toMatchObject({ result: 'ok' });
  expect(checked(9900)).toMatchObject({
    result: 'warning',
    text: 'In Aktien liegen 4.000,00\u00a0€; damit die Garantie am Ende erfüllt wird, sollen es bei einem Puffer von 100,00\u00a0€ höchstens 500,00\u00a0€ sein.',
  });
  expect(checked(10_100)).toMatchObject({
    result: 'warning',
    text: expect.stringMatching(/^Der Vertrag liegt 100,00\u00a0€ unter den 10.100,00\u00a0€/),
  });
  // The orders' fees take from the cushion more than they take from the equities.
  expect(checked(9900, [order('sell', 2, 400), order('buy', 3, null, 3985)])).toMatchObject({
    result: 'blocked',
    text: expect.stringMatching(/^Danach wären 3.985,00\u00a0€ in Aktien angelegt/),
  });
});
