// @vitest-environment happy-dom
import { checkRiskComponent } from '@depotwerk/domain/tariff/check-risk-component';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type { RiskComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { allPeergroupFiguresQuery } from '../allocation/allocation-queries.ts';
import { riskTypesQuery } from '../lookup-queries.ts';
import { RiskStep } from './risk-step.tsx';
import { renderStep } from './step-for-test.tsx';

speaksGerman();

const lookups = [
  [
    riskTypesQuery().queryKey,
    [
      { id: 1, riskTypeName: 'Volatilität' },
      { id: 2, riskTypeName: 'Value-at-Risk 97,5\u00a0%' },
    ],
  ],
] as const;

function aStep(change: Partial<RiskComponentDraft> = {}, isReadOnly = false) {
  const page = renderStep({
    Step: RiskStep,
    draft: { ...emptyComponent('risk'), ...change },
    check: checkRiskComponent,
    lookups: [...lookups, figures],
    isReadOnly,
  });
  const target = (index: number) => `[data-field="tariffRiskItemsTargets.${index}"] input`;
  const range = (index: number) => `[data-field="tariffRiskItemsRanges.${index}"] input`;
  const bands = () =>
    [...document.querySelectorAll('.risk-classes__band .num')].map((band) => band.textContent);
  return { ...page, target, range, bands };
}

const three = {
  tariffRiskItemsNumber: 3,
  tariffRiskItemsTargets: [5, 10, 20],
  tariffRiskItemsRanges: [1, 2, 3],
};

const group = (peergroupId: number, name: string, riskValue: number | null, shareQuota: number) => ({
  peergroupId,
  name,
  riskValue,
  shareQuota,
  categoryName: 'Anlagen',
  colour: '#123456',
  volatility: null,
  expectedReturn: null,
  dataFrom: null,
  dataTo: null,
  isMoneyMarket: false,
});
const figures = [
  allPeergroupFiguresQuery(1).queryKey,
  [group(1, 'Aktien Welt', 14.2, 1), group(2, 'Geldmarkt', 0.4, 0), group(3, 'Neue', null, 1)],
] as const;

describe('the page of the risk classes', () => {
  it('shows what the peer groups measure themselves, least first', () => {
    const shown = (useQuota: boolean) => {
      aStep({ ...three, tariffRiskType: 1, useQuota });
      const details = document.querySelector('details');
      act(() => {
        if (details) details.open = true;
        details?.dispatchEvent(new Event('toggle'));
      });
      return [...document.querySelectorAll('.peergroup-measures li')].map((line) => line.textContent);
    };
    expect(shown(false)).toEqual(['Geldmarkt0,4\u00a0%', 'Aktien Welt14,2\u00a0%']);
    expect(shown(true)).toEqual(['Geldmarkt0,0\u00a0%', 'Aktien Welt100,0\u00a0%', 'Neue100,0\u00a0%']);
  });

  it('begins new classes with 0 and keeps what stays when their number changes', () => {
    const page = aStep();
    expect(document.querySelectorAll('.risk-classes__item')).toHaveLength(0);
    page.press('3');
    expect(page.draft()).toMatchObject({
      tariffRiskItemsNumber: 3,
      tariffRiskItemsTargets: [0, 0, 0],
      tariffRiskItemsRanges: [0, 0, 0],
    });
    page.type(page.target(1), '12,5');
    page.press('7');
    expect(page.draft().tariffRiskItemsTargets).toEqual([0, 12.5, 0, 0, 0, 0, 0]);
    page.press('3');
    expect(page.draft().tariffRiskItemsTargets).toEqual([0, 12.5, 0]);
    expect(document.querySelectorAll('.risk-classes__item')).toHaveLength(3);
  });

  it('remembers fields that were left as long as their class exists', () => {
    const page = aStep();
    page.press('5');
    page.leave(page.target(1));
    page.leave(page.target(4));
    const second = 'Das Ziel der Klasse 2 muss höher sein als das der vorherigen Klasse.';
    expect(page.errorAt('tariffRiskItemsTargets.1')).toBe(second);
    expect(page.errorAt('tariffRiskItemsTargets.4')).toContain('Klasse 5');
    page.press('3');
    page.press('5');
    expect(page.errorAt('tariffRiskItemsTargets.1')).toBe(second);
    expect(page.errorAt('tariffRiskItemsTargets.4')).toBeNull();
  });

  it('shows the band from at least 0 to at most 100', () => {
    const page = aStep({
      ...three,
      tariffRiskItemsTargets: [1, 50, 99],
      tariffRiskItemsRanges: [2.5, 10, 4],
    });
    expect(page.bands()).toEqual(['0,0 bis 3,5\u00a0%', '40,0 bis 60,0\u00a0%', '95,0 bis 100,0\u00a0%']);
    page.type(page.range(1), '12,5');
    expect(page.bands()[1]).toBe('37,5 bis 62,5\u00a0%');
    page.type(page.range(1), '');
    expect(page.bands()[1]).toBe('–');
  });

  it('shows no band of a class nothing is entered for yet', () => {
    const page = aStep({ ...three, tariffRiskItemsTargets: [0, 10, 0], tariffRiskItemsRanges: [0, 2, 3] });
    expect(page.bands()).toEqual(['–', '8,0 bis 12,0\u00a0%', '0,0 bis 3,0\u00a0%']);
  });

  it('moves the picture with the figures', () => {
    const page = aStep(three);
    const middle = () =>
      [...(document.querySelectorAll('.bands tbody tr')[1]?.children ?? [])].map((cell) => cell.textContent);
    expect(middle()).toEqual(['2', '8,0', '10,0', '12,0']);
    page.type(page.target(1), '11,5');
    expect(middle()).toEqual(['2', '9,5', '11,5', '13,5']);
  });

  it.each([
    [
      'a target that does not rise',
      1,
      '5',
      null,
      'Das Ziel der Klasse 2 muss höher sein als das der vorherigen Klasse.',
    ],
    ['a target above 100', 2, '101', null, 'Das Ziel der Klasse 3 muss zwischen 0 % und 100 % liegen.'],
    ['a target below 0', 0, '-1', null, 'Das Ziel der Klasse 1 muss zwischen 0 % und 100 % liegen.'],
    ['a missing target', 0, '', null, 'Diese Angabe ist erforderlich.'],
    ['a negative range', 0, null, '-0,1', 'Die Bandbreite der Klasse 1 darf nicht kleiner als 0 % sein.'],
    [
      'an overlap',
      1,
      null,
      '4,1',
      'Das Band der Klasse 1 (bis 6 %) überschneidet sich mit dem Band der Klasse 2 (ab 5,9 %).',
    ],
    ['a band that ends above 100', 1, '60', '40,1', 'Das Band der Klasse 2 endet über 100 %.'],
  ])('says %s once the field was left', (_, index, target, range, text) => {
    const page = aStep(three);
    const selector = target === null ? page.range(index) : page.target(index);
    const path = `tariffRiskItems${range === null ? 'Targets' : 'Ranges'}.${index}`;
    if (target !== null) page.type(page.target(index), target);
    if (range !== null) page.type(page.range(index), range);
    expect(page.errorAt(path)).toBeNull();
    page.leave(selector);
    if (range !== null) page.leave(page.range(index));
    expect(plain(page.errorAt(path))).toBe(text);
  });

  it('refuses a second decimal place instead of rounding it', () => {
    const page = aStep(three);
    page.type(page.target(0), '5,55');
    page.leave(page.target(0));
    expect(page.errorAt('tariffRiskItemsTargets.0')).toBe('Höchstens 1 Nachkommastelle ist möglich.');
    expect(page.draft().tariffRiskItemsTargets[0]).toBe(5);
    expect(page.faults()).toEqual({ 'tariffRiskItemsTargets.0': 'Höchstens 1 Nachkommastelle ist möglich.' });
  });

  it('shows no band of a text that reads as no number', () => {
    const page = aStep(three);
    const [, before] = page.bands();
    expect(before).not.toBe('–');
    page.type(page.target(1), 'viel');
    expect(page.bands()[1]).toBe('–');
    page.type(page.target(1), '10');
    expect(page.bands()[1]).toBe(before);
  });

  it('forgets a text that reads as no number with its class', () => {
    const page = aStep({
      ...three,
      tariffRiskItemsNumber: 5,
      tariffRiskItemsTargets: [1, 2, 3, 4, 5],
      tariffRiskItemsRanges: [0, 0, 0, 0, 0],
    });
    page.type(page.target(4), 'x');
    expect(Object.keys(page.faults())).toEqual(['tariffRiskItemsTargets.4']);
    page.press('3');
    expect(page.faults()).toEqual({});
  });

  it('measures in the risk type, or in quotas', () => {
    const page = aStep(three);
    page.select('tariffRiskType', '2');
    expect(page.draft().tariffRiskType).toBe(2);
    page.press('Ja');
    expect(page.draft().useQuota).toBe(true);
    expect(document.querySelector('.bands caption')?.textContent).toContain('Aktienquote');
  });

  it('changes nothing where nothing may be changed', () => {
    const page = aStep(three, true);
    expect(
      [...document.querySelectorAll('.risk-classes input')].every((input) => input.matches(':disabled')),
    ).toBe(true);
    expect(page.field('tariffRiskType').querySelector('select')?.disabled).toBe(true);
  });
});

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

describe('the list of classes as a spreadsheet', () => {
  it('takes a block of figures and moves with the arrow keys', () => {
    const page = aStep(three);
    const input = (selector: string) => page.find(selector, HTMLInputElement);
    page.change(() => input(page.target(1)).focus());
    const press = (key: string) =>
      page.change(() => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      });
    press('ArrowDown');
    expect(document.activeElement).toBe(input(page.target(2)));
    press('Enter');
    expect(document.activeElement).toBe(input(page.target(2)));
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement).toBe(input(page.target(0)));
    page.change(() => {
      const clipboardData = { getData: () => '6\t1,5\n12\t2\n30\t4' };
      input(page.target(0)).dispatchEvent(
        Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
      );
    });
    expect(page.draft()).toMatchObject({
      tariffRiskItemsTargets: [6, 12, 30],
      tariffRiskItemsRanges: [1.5, 2, 4],
    });
    expect(input(page.range(2)).value).toBe('4');
  });
});
