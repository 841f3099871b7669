import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTariff, checkTariffStep } from './check-tariff.ts';
import { withTariffRiskComponent, withTariffUniverseComponent } from './check-tariff-components.ts';
import { checkTariffHints } from './check-tariff-hints.ts';
import { checkTariffInfo } from './check-tariff-info.ts';
import type { SwitchThresholds } from './check-tariff-settings.ts';
import { checkTariffSettings, settingsPairs } from './check-tariff-settings.ts';
import { emptyTariff } from './empty-drafts.ts';
import { found, said, validHybrid, validTariff } from './fixtures/valid-drafts.ts';
import { hintChoices } from './hint-choices.ts';

const plain = hintChoices.filter(({ isExtended }) => !isExtended);

describe('tariff info', () => {
  it('needs name, key and issuer', () => {
    expect(checkTariffInfo(validTariff)).toEqual([]);
    expect(found(checkTariffInfo(emptyTariff()))).toEqual([
      'name: required',
      'key: required',
      'issuerId: required',
    ]);
  });

  it('needs a name of one line that shows something', () => {
    for (const [name, code] of [
      ['\u200b', 'required'],
      ['Rente\nAlt', 'invalidCharacters'],
      ['Rente\u2028Alt', 'invalidCharacters'],
      ['\u202eetneR', 'invalidCharacters'],
    ]) {
      expect(found(checkTariffInfo({ ...validTariff, name: name ?? '' }))).toEqual([`name: ${code}`]);
    }
  });

  it('takes an internal note of 2,000 characters, none, and not one more', () => {
    expect(checkTariffInfo({ ...validTariff, internalNote: 'x'.repeat(2000) })).toEqual([]);
    expect(checkTariffInfo({ ...validTariff, internalNote: undefined })).toEqual([]);
    const issues = checkTariffInfo({ ...validTariff, internalNote: 'x'.repeat(2001) });
    expect(found(issues)).toEqual(['internalNote: tooLong']);
  });

  it('takes a description of 2,000 characters, not one more', () => {
    expect(checkTariffInfo({ ...validTariff, description: 'x'.repeat(2000) })).toEqual([]);
    const issues = checkTariffInfo({ ...validTariff, description: 'x'.repeat(2001) });
    expect(found(issues)).toEqual(['description: tooLong']);
    expect(said(issues)).toEqual(['Höchstens 2.000 Zeichen sind möglich.']);
  });

  it('refuses keys with other characters', () => {
    expect(checkTariffInfo({ ...validTariff, key: 'Rente_2.0-A' })).toEqual([]);
    for (const key of ['zwei Wörter', 'Ä', 'a/b']) {
      expect(found(checkTariffInfo({ ...validTariff, key }))).toEqual(['key: keyFormat']);
    }
  });
});

describe('settings', () => {
  it('starts with limits that are fine', () => {
    expect(checkTariffSettings(emptyTariff())).toEqual([]);
  });

  it.each(settingsPairs)('says at $min and $max that they contradict', ({ min, max, limits }) => {
    const isShare = limits.unit === 'fraction';
    const issues = checkTariffSettings({
      ...validTariff,
      [min]: isShare ? 0.5 : 50,
      [max]: isShare ? 0.49 : 49,
    });
    expect(found(issues)).toEqual([`${min}: aboveMaximum`, `${max}: belowMinimum`]);
    expect(said(issues)[0]).toMatch(
      /^Der Wert muss kleiner oder gleich dem Feld „(Anzahl|Höchst).*“ sein\.$/,
    );
    expect(said(issues)[1]).toMatch(
      /^Der Wert muss größer oder gleich dem Feld „(Anzahl|Mindest).*“ sein\.$/,
    );
    expect(
      checkTariffSettings({ ...validTariff, [min]: isShare ? 0.5 : 50, [max]: isShare ? 0.5 : 50 }),
    ).toEqual([]);
  });

  it.each([
    { change: { minSecuritiesPortfolio: 0 }, code: 'minSecuritiesPortfolio: tooSmall' },
    { change: { minSecuritiesPortfolio: 1.5 }, code: 'minSecuritiesPortfolio: precision' },
    { change: { minSecurityValueSavingsPlan: 0.99 }, code: 'minSecurityValueSavingsPlan: tooSmall' },
    { change: { minSecurityValueSavingsPlan: 25.005 }, code: 'minSecurityValueSavingsPlan: precision' },
    { change: { minSecurityFractionPortfolio: 0.005 }, code: 'minSecurityFractionPortfolio: tooSmall' },
    { change: { minSecurityFractionPortfolio: 0.015 }, code: 'minSecurityFractionPortfolio: precision' },
    { change: { maxSecurityFractionPortfolio: 1.01 }, code: 'maxSecurityFractionPortfolio: tooLarge' },
    { change: { maxSecuritiesSavingsPlan: null }, code: 'maxSecuritiesSavingsPlan: required' },
  ])('refuses $change', ({ change, code }) => {
    expect(found(checkTariffSettings({ ...validTariff, ...change }))).toEqual([code]);
  });

  it('says limits in the unit people type', () => {
    const text = (change: object) => said(checkTariffSettings({ ...validTariff, ...change }));
    expect(text({ minSecurityFractionPortfolio: 0 })).toEqual(['Der Wert muss mindestens 1 % betragen.']);
    expect(text({ minSecurityValuePortfolio: 0 })).toEqual(['Der Wert muss mindestens 1,00 € betragen.']);
    expect(text({ minSecuritiesPortfolio: 0 })).toEqual(['Der Wert muss mindestens 1 betragen.']);
    expect(text({ minSecuritiesPortfolio: 1.5 })).toEqual(['Nachkommastellen sind nicht möglich.']);
  });

  it('takes every whole percent from 1 to 100', () => {
    for (let percent = 1; percent <= 100; percent += 1) {
      const fraction = percent / 100;
      expect(
        checkTariffSettings({
          ...validTariff,
          minSecurityFractionPortfolio: fraction,
          maxSecurityFractionPortfolio: fraction,
        }),
      ).toEqual([]);
    }
  });

  it('finds a contradiction exactly where the lower limit is the larger one', () => {
    const count = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(count, count, (low, high) => {
        const draft = { ...validTariff, minSecuritiesPortfolio: low, maxSecuritiesPortfolio: high };
        expect(checkTariffSettings(draft).length).toBe(low <= high ? 0 : 2);
      }),
    );
  });
});

describe('hints', () => {
  it('start with the second answer', () => {
    expect(checkTariffHints(emptyTariff().optimizationHints, plain)).toEqual([]);
    expect(new Set(Object.values(emptyTariff().optimizationHintsExpert))).toEqual(new Set([2]));
    expect(Object.keys(emptyTariff().optimizationHints).map(Number)).toEqual(plain.map(({ id }) => id));
  });

  it('need one of their answers each', () => {
    const answers = { ...validTariff.optimizationHints, 1: 0, 14: 3, 99: 1 };
    expect(found(checkTariffHints(answers, plain))).toEqual([
      'optimizationHints.1: answerRequired',
      'optimizationHints.14: unknownValue',
      'optimizationHints.99: unknownValue',
    ]);
    expect(found(checkTariffHints({}, [{ id: 3, answerIds: [1, 2] }], 'optimizationHintsExpert'))).toEqual([
      'optimizationHintsExpert.3: answerRequired',
    ]);
  });

  it('take exactly the answers they offer', () => {
    const hint = fc.constantFrom(...hintChoices);
    fc.assert(
      fc.property(hint, fc.integer({ min: 0, max: 4 }), (choice, answer) => {
        const issues = checkTariffHints({ [String(choice.id)]: answer }, [choice]);
        expect(issues.length).toBe(choice.answerIds.includes(answer) ? 0 : 1);
      }),
    );
  });

  it('take a limit for gains or none', () => {
    const expert = (gainNoteLimit: number | null) =>
      found(checkTariffStep({ ...validTariff, gainNoteLimit }, 'optimization-hints-expert'));
    expect(expert(null)).toEqual([]);
    expect(expert(0)).toEqual([]);
    expect(expert(-1)).toEqual(['gainNoteLimit: tooSmall']);
    expect(expert(1.234)).toEqual(['gainNoteLimit: precision']);
  });

  it('take thresholds of a switch or leave them to the default', () => {
    const expert = (thresholds: SwitchThresholds) =>
      found(checkTariffStep({ ...validTariff, ...thresholds }, 'optimization-hints-expert'));
    expect(expert({})).toEqual([]);
    expect(expert({ switchSaving: null, switchSavingEuros: null, switchPaybackMonths: null })).toEqual([]);
    expect(expert({ switchSaving: 0.05, switchSavingEuros: 0, switchPaybackMonths: 120 })).toEqual([]);
    expect(expert({ switchSaving: 0.0501, switchSavingEuros: -1, switchPaybackMonths: 0 })).toEqual([
      'switchSaving: tooLarge',
      'switchSavingEuros: tooSmall',
      'switchPaybackMonths: tooSmall',
    ]);
    expect(expert({ switchSaving: 0.00333, switchPaybackMonths: 1.5 })).toEqual([
      'switchSaving: precision',
      'switchPaybackMonths: precision',
    ]);
  });
});

describe('components of a tariff', () => {
  it('are required, except for hybrid types', () => {
    const none = {
      componentRiskId: null,
      componentSelectionId: null,
      componentAllocationId: null,
      componentUniverseId: null,
    };
    expect(found(checkTariffStep({ ...validTariff, ...none }, 'components'))).toEqual([
      'componentRiskId: required',
      'componentAllocationId: required',
      'componentUniverseId: required',
      'componentSelectionId: required',
    ]);
    expect(checkTariffStep({ ...validHybrid, ...none }, 'components')).toEqual([]);
  });

  it('clear what depends on them', () => {
    expect(withTariffRiskComponent(validTariff, 'other')).toEqual({
      ...validTariff,
      componentRiskId: 'other',
      componentAllocationId: null,
    });
    expect(withTariffUniverseComponent(validTariff, 'other')).toEqual({
      ...validTariff,
      componentUniverseId: 'other',
      componentSelectionId: null,
    });
    expect(withTariffRiskComponent(validTariff, validTariff.componentRiskId)).toBe(validTariff);
    expect(withTariffUniverseComponent(validTariff, validTariff.componentUniverseId)).toBe(validTariff);
  });
});

describe('a whole tariff', () => {
  it('is fine with nothing left to fill in', () => {
    expect(checkTariff(validTariff)).toEqual([]);
    expect(checkTariff(validHybrid)).toEqual([]);
  });

  it('names the page of every finding', () => {
    const issues = checkTariff({
      ...emptyTariff(),
      minSecuritiesPortfolio: 0,
      gainNoteLimit: -1,
      optimizationHints: {},
    });
    expect([...new Set(issues.map(({ step }) => step))]).toEqual([
      'product-type',
      'info',
      'components',
      'settings',
      'optimization-hints',
      'optimization-hints-expert',
    ]);
    expect(checkTariff({ ...validHybrid, fundMatrix: null })).toEqual([
      { path: 'fundMatrix', code: 'required', step: 'fund-matrix' },
    ]);
  });
});
