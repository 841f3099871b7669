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
    'Der Vertrag hat jetzt einen anderen Tarif.',
  ]);
});

it('leaves a plan as planned where a version changes nothing it rests on, and says which part it is where one does', () => {
  const saidOf = (tariff: Partial<typeof input.tariff>, funds = input.funds) =>
    outdatedReasons(planned, partHashes({ ...input, funds, tariff: { ...input.tariff, ...tariff } }), false);
  const { classes, rules, shortlists } = input.tariff;
  const otherTarget = (isOwn: boolean) =>
    classes.map((one) =>
      (one.riskClassId === input.riskClassId) === isOwn ? { ...one, target: one.target + 1 } : one,
    );
  expect(classes.length).toBeGreaterThan(1);
  expect(saidOf({ tariffVersionId: 'next', versionNumber: 7, dataDate: '2026-03-01' })).toEqual([]);
  expect(saidOf({ classes: otherTarget(false) })).toEqual([]);
  expect(saidOf({ classes: otherTarget(true) })).toEqual([
    'Zielaufteilung oder Risikoband des Tarifs haben sich geändert.',
  ]);
  expect(saidOf({ shortlists: shortlists.toReversed() })).toEqual([
    'Die Fonds des Tarifs oder Angaben zu ihnen haben sich geändert.',
  ]);
  const limits = 'Grenzen oder Regeln des Tarifs haben sich geändert.';
  expect(saidOf({ rules: { ...rules, minimumOrder: rules.minimumOrder + 50 } })).toEqual([limits]);
  expect(saidOf({ costCap: 0.01 })).toEqual([limits]);
  expect(
    saidOf(
      {},
      input.funds.map((fund) => ({ ...fund, ter: 0.5 })),
    ),
  ).toEqual(['Die Fonds des Tarifs oder Angaben zu ihnen haben sich geändert.']);
});

it('measures a plan for a chosen class by that class, whatever the contract’s own is', () => {
  const [chosen] = input.tariff.classes.filter(({ riskClassId }) => riskClassId !== input.riskClassId);
  if (!chosen) throw new Error('the tariff has more than one class');
  const plannedFor = partHashes(input, chosen.riskClassId);
  const classes = input.tariff.classes.map((one) =>
    one === chosen ? { ...one, range: one.range + 1 } : one,
  );
  const now = { ...input, tariff: { ...input.tariff, classes } };
  expect(outdatedReasons(plannedFor, partHashes(now, chosen.riskClassId), false)).toEqual([
    'Zielaufteilung oder Risikoband des Tarifs haben sich geändert.',
  ]);
  // Another profile is no other tariff.
  const reassessed = { ...input, riskClassId: chosen.riskClassId };
  expect(outdatedReasons(planned, partHashes(reassessed, input.riskClassId), false)).toEqual([
    'Risikoklasse, Risikoprofil, Präferenz oder Angaben zu den Inhabern haben sich geändert.',
  ]);
});

it('compares plans stored before parts of a tariff were told apart as a whole', () => {
  const { basis: _basis, ...old } = planned;
  expect(outdatedReasons(old, planned, false)).toEqual([]);
  expect(outdatedReasons({ ...old, tariff: 'another' }, planned, false)).toEqual([
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
