import { anInput } from '@depotwerk/engine/fixtures/advice-input-fixture';
import { expect, it } from 'vitest';
import { partHashes } from './advice-input.view.ts';
import { outdatedReasons } from './plan-rules.ts';

const input = anInput();
const planned = partHashes(input);
const dearer = { ...input, funds: input.funds.map((fund) => ({ ...fund, price: 11 })) };

it('calls prices newer only where they are of the funds the plan was made from', () => {
  expect(outdatedReasons(planned, partHashes(dearer), false)).toEqual(['Es liegen neuere Kurse vor.']);
  // A contract that was moved, or a version with other funds: every price is of another list.
  const moved = { ...dearer, tariff: { ...input.tariff, tariffId: 'another' }, funds: dearer.funds.slice(1) };
  expect(outdatedReasons(planned, partHashes(moved), false)).toEqual([
    'Der Tarif oder seine Fonds haben sich geändert.',
  ]);
});

it('names the guarantee beside holdings and savings plan where the contract has one', () => {
  const terms = { promised: 8000, level: 0.8, interest: 0.01, endDay: 9000, secured: 0 };
  const before = partHashes({ ...input, contract: { ...input.contract, guarantee: terms } });
  const after = partHashes({
    ...input,
    contract: { ...input.contract, guarantee: { ...terms, endDay: 9365 } },
  });
  expect(outdatedReasons(before, after, false, true)).toEqual([
    'Bestand, Sparplan oder Garantie haben sich geändert.',
  ]);
  expect(outdatedReasons(planned, { ...planned, holdings: 'other' }, false)).toEqual([
    'Bestand oder Sparplan haben sich geändert.',
  ]);
});
