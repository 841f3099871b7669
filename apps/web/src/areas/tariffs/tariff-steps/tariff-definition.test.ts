import { checkTariff } from '@depotwerk/domain/tariff/check-tariff';
import { emptyFundMatrix, emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { describe, expect, it } from 'vitest';
import { tariffDefinition, tariffToSave } from './tariff-definition.ts';
import { tariffFieldStep } from './tariff-field-words.ts';

const wrong: TariffDraft = {
  ...emptyTariff(),
  tariffTypeId: 1,
  continuousOptimization: true,
  description: 'x'.repeat(2001),
  minSecuritiesPortfolio: 30,
  minSecurityFractionSavingsPlan: 2,
  optimizationHints: {},
  optimizationHintsExpert: {},
  gainNoteLimit: -1,
};

describe('fields of the tariff wizard', () => {
  it('stand on the page whose rules speak of them', () => {
    const hybrid = { ...wrong, tariffTypeId: 8, fundMatrix: emptyFundMatrix() };
    const issues = [...checkTariff(wrong), ...checkTariff(hybrid)];
    expect(new Set(issues.map(({ step }) => step)).size).toBe(7);
    for (const { path, step } of issues) expect([path, tariffFieldStep(path)]).toEqual([path, step]);
  });

  it('each have a page', () => {
    for (const name of Object.keys(emptyTariff())) expect(tariffFieldStep(name)).toBeDefined();
  });
});

describe('tariffToSave', () => {
  const components = {
    componentRiskId: 'r',
    componentAllocationId: 'a',
    componentUniverseId: 'u',
    componentSelectionId: 's',
  };

  it('leaves out what belongs to another type', () => {
    const draft = { ...emptyTariff(), ...components, fundMatrix: emptyFundMatrix() };
    expect(tariffToSave({ ...draft, tariffTypeId: 2 })).toMatchObject({ ...components, fundMatrix: null });
    expect(tariffToSave({ ...draft, tariffTypeId: 7 })).toMatchObject({
      componentRiskId: null,
      componentSelectionId: null,
      fundMatrix: emptyFundMatrix(),
    });
  });

  it('keeps no hybrid tariff from being saved by limits it has no page for', () => {
    const draft = { ...emptyTariff(), minSecuritiesPortfolio: 50, minSecurityValueSavingsPlan: 77 };
    expect(tariffToSave({ ...draft, tariffTypeId: 8 })).toMatchObject({
      minSecuritiesPortfolio: 1,
      minSecurityValueSavingsPlan: 1,
    });
    expect(
      tariffDefinition.check({ ...draft, tariffTypeId: 8 }).some(({ step }) => step === 'settings'),
    ).toBe(false);
    // Where the page is, the limits stay as they were typed, and are found wrong.
    expect(tariffToSave({ ...draft, tariffTypeId: 2 }).minSecuritiesPortfolio).toBe(50);
    expect(
      tariffDefinition.check({ ...draft, tariffTypeId: 2 }).some(({ step }) => step === 'settings'),
    ).toBe(true);
  });
});

it('has its pages in the order of the tariff type', () => {
  const paths = (tariffTypeId: number | null) =>
    tariffDefinition.steps({ ...emptyTariff(), tariffTypeId }).map(({ path }) => path);
  expect(paths(2)).toEqual([
    'product-type',
    'info',
    'components',
    'settings',
    'optimization-hints',
    'optimization-hints-expert',
    'summary',
  ]);
  expect(paths(8)[3]).toBe('fund-matrix');
  expect(paths(null)).toEqual(paths(2));
});
