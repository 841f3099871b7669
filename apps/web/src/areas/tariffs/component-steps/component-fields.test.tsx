// @vitest-environment happy-dom
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import { componentKinds } from '@depotwerk/domain/tariff/tariff-drafts';
import { stepsOfComponent } from '@depotwerk/domain/tariff/tariff-steps';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { peergroupsQuery } from '../allocation/allocation-queries.ts';
import { rankingTypesQuery } from '../lookup-queries.ts';
import { componentDefinitions } from './component-definitions.ts';
import { componentFieldLabel, componentFieldValue, stepOfComponentPath } from './component-fields.ts';

speaksGerman();

describe.each(componentKinds)('the wizard of a %s component', (kind) => {
  it('has words and a page for every field', () => {
    for (const field of Object.keys(emptyComponent(kind))) {
      expect(componentFieldLabel(field)).not.toBe(field);
      expect(stepsOfComponent(kind)).toContain(stepOfComponentPath(kind, field));
    }
  });

  it('has every page of its kind, in order, and finds what is missing on each', () => {
    const definition = componentDefinitions[kind];
    // The four definitions differ in the type of their draft only.
    const steps = (definition.steps as (draft: unknown) => readonly { path: string }[])(emptyComponent(kind));
    expect(steps.map(({ path }) => path)).toEqual(stepsOfComponent(kind));
    const check = definition.check as (draft: unknown) => readonly { step: string; path: string }[];
    for (const { step, path } of check(emptyComponent(kind))) {
      expect(stepOfComponentPath(kind, path)).toBe(step);
    }
  });

  it('stands where the routes lead', () => {
    const { stepHref, listHref } = componentDefinitions[kind];
    expect(stepHref(null, 'component-info')).toBe(`/admin/tariff-components/${kind}/new/component-info`);
    expect(stepHref('7', 'x')).toBe(`/admin/tariff-components/${kind}/7/x`);
    expect(listHref).toContain('/admin/tariff-components');
  });
});

describe('words for fields and values', () => {
  it('name the class of a target or range', () => {
    expect(componentFieldLabel('tariffRiskItemsTargets.2')).toBe('Zielwert der Klasse 3');
    expect(componentFieldLabel('tariffRiskItemsRanges.0')).toBe('Bandbreite der Klasse 1');
  });

  it('name the view a finding is about, and all of them where two versions differ', () => {
    expect(componentFieldLabel('views[1].expectedReturn')).toBe('Einschätzung 2, Rendite im Jahr');
    expect(componentFieldLabel('views[0].comparedWithId')).toBe('Einschätzung 1, Gegenüber');
    expect(componentFieldLabel('views')).toBe('Markteinschätzungen');
  });

  it('name what an id stands for, once its list is loaded', () => {
    expect(componentFieldValue('tariffRankingType', 11)).toBeUndefined();
    queryClient.setQueryData(rankingTypesQuery().queryKey, [{ id: 11, rankingTypeName: 'Gesamtrang' }]);
    expect(componentFieldValue('tariffRankingType', 11)).toBe('Gesamtrang');
    expect(componentFieldValue('minimumRank', null)).toBe('kein Mindestrang');
    expect(componentFieldValue('name', 'x')).toBeUndefined();
  });

  it('tell of two matrices the shares that differ, each its own', () => {
    const share = (riskClassId: number, peergroupId: number, fraction: number) => ({
      riskClassId,
      peergroupId,
      fraction,
      isUsed: fraction > 0,
    });
    queryClient.setQueryData(peergroupsQuery().queryKey, [
      { id: 1, peergroupName: 'Aktien', peergroups: [{ id: 7, name: 'Aktien Europa' }] },
    ]);
    const mine = [share(1, 7, 0.023), share(1, 8, 0.5), share(2, 7, 0.1)];
    const theirs = [share(1, 7, 0.021), share(1, 8, 0.5), share(2, 7, 0)];
    const words = (value: unknown, other: unknown) =>
      componentFieldValue('allocationItems', value, undefined, other)?.replaceAll('\u00a0', ' ');
    expect(words(mine, theirs)).toBe('Aktien Europa, RK 1: 2,3 % · Aktien Europa, RK 2: 10 %');
    expect(words(theirs, mine)).toBe('Aktien Europa, RK 1: 2,1 % · Aktien Europa, RK 2: –');
    expect(words(mine, mine)).toBeUndefined();
    const view = { peergroupId: 7, comparedWithId: null, expectedReturn: 0.02, confidence: 0.5 };
    expect(componentFieldValue('views', [view])).toMatch(
      /^Aktien Europa: .2,00\u00a0% .Konfidenz 50\u00a0%.$/,
    );
    expect(componentFieldValue('views', [])).toBeUndefined();
    const many = Array.from({ length: 14 }, (_, id) => share(1, id + 7, 0.01));
    expect(words(many, [])).toMatch(/ · und 2 weitere$/);
  });
});
