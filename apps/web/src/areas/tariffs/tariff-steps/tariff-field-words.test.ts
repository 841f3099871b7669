// @vitest-environment happy-dom
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import { beforeAll, expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../../texts/texts.ts';
import { tariffFieldLabel, tariffFieldValue } from './tariff-field-words.ts';

beforeAll(() => startTexts('de-DE', () => Promise.resolve(Response.json(german))));

/** Fields that are no part of the draft of a tariff made before there were such. */
const laterFields = [
  'costCap',
  'maximumRiskIndicator',
  'lifeCycle',
  'internalNote',
  'switchSaving',
  'switchSavingEuros',
  'switchPaybackMonths',
];

it('calls every field of a tariff by a name', () => {
  const fields = [...new Set([...Object.keys(emptyTariff()), ...laterFields])];
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter((field) => tariffFieldLabel(field) === field)).toEqual([]);
  expect(tariffFieldLabel('maximumRiskIndicator')).toBe('Höchster Risikoindikator (SRI)');
});

it('calls the figures of a class of the matrix by class and name, as several lack at once', () => {
  expect(tariffFieldLabel('fundMatrix.riskItems.3.upperBorder')).toBe('Risikoklasse 4, Obergrenze');
  expect(tariffFieldLabel('fundMatrix.riskItems.0.range')).toBe('Risikoklasse 1, Bandbreite (±)');
  expect(tariffFieldLabel('fundMatrix.riskItems')).toBe(german.tariffWizard.matrix.riskItems);
});

it('tells of two fund matrices the shares that differ, each its own', () => {
  const share = (securityId: number, fraction: number) => ({ riskClassId: 2, securityId, fraction });
  const words = (value: unknown, other: unknown) =>
    tariffFieldValue('fundMatrix.allocationItems', value, undefined, other)?.replaceAll('\u00a0', ' ');
  const [mine, theirs] = [[share(7, 0.023), share(8, 0.5)], [share(8, 0.5)]];
  expect(words(mine, theirs)).toBe('7, RK 2: 2,3 %');
  expect(words(theirs, mine)).toBe('7, RK 2: –');
});

it('tells of two lists of classes or steps what they say, not how many they are', () => {
  const classes = (target: number) => [
    { riskClassId: 1, upperBorder: 5.8, target: 4, range: 1.8 },
    { riskClassId: 2, upperBorder: 100, target, range: null },
  ];
  const words = (path: string, value: unknown, other: unknown) =>
    tariffFieldValue(path, value, undefined, other)?.replaceAll('\u00a0', ' ');
  expect(words('fundMatrix.riskItems', classes(8), classes(8.5))).toBe(
    'Risikoklasse 2: Obergrenze 100 %, Zielwert 8 %, Bandbreite (±) –',
  );
  const step = { yearsBeforeEnd: 5, highestRiskClassId: 3 };
  expect(words('lifeCycle', [step], [])).toBe('ab 5 Jahren vor dem Ende höchstens Risikoklasse 3');
  expect(words('lifeCycle', null, [step])).toBeUndefined();
});
