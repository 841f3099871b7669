import { describe, expect, it } from 'vitest';
import { checkComponent } from './check-component.ts';
import { checkComponentInfo } from './check-component-info.ts';
import { checkSelectionComponent } from './check-selection-component.ts';
import { applicableUniverse, checkUniverseComponent } from './check-universe-component.ts';
import { emptyComponent } from './empty-drafts.ts';
import { found, validAllocation, validRisk, validSelection, validUniverse } from './fixtures/valid-drafts.ts';

describe('name and key of a component', () => {
  it('are required and have limits', () => {
    expect(checkComponentInfo(validRisk)).toEqual([]);
    expect(found(checkComponentInfo({ name: ' ', key: '', isInactive: false }))).toEqual([
      'name: required',
      'key: required',
    ]);
    expect(
      found(checkComponentInfo({ name: 'n'.repeat(201), key: 'k'.repeat(51), isInactive: true })),
    ).toEqual(['name: tooLong', 'key: tooLong']);
    expect(found(checkComponentInfo({ name: 'n'.repeat(200), key: 'Schlüssel', isInactive: true }))).toEqual([
      'key: keyFormat',
    ]);
  });
});

describe('universe', () => {
  const automatic = { ...validUniverse, tariffUniverseSelectionManualMode: false };

  it('needs funds in manual mode', () => {
    expect(checkUniverseComponent(validUniverse)).toEqual([]);
    expect(found(checkUniverseComponent({ ...validUniverse, tariffUniverseItems: [] }))).toEqual([
      'tariffUniverseItems: fundsRequired',
    ]);
    expect(found(checkUniverseComponent({ ...validUniverse, tariffUniverseItems: [1, 1] }))).toEqual([
      'tariffUniverseItems: duplicate',
    ]);
  });

  it('needs a type in automatic mode, and type 6 a risk indicator', () => {
    expect(found(checkUniverseComponent({ ...automatic, tariffUniverseItems: [] }))).toEqual([
      'tariffUniverseType: required',
    ]);
    expect(checkUniverseComponent({ ...automatic, tariffUniverseType: 2 })).toEqual([]);
    expect(found(checkUniverseComponent({ ...automatic, tariffUniverseType: 7 }))).toEqual([
      'tariffUniverseType: unknownValue',
    ]);
    const bounded = { ...automatic, tariffUniverseType: 6 };
    expect(found(checkUniverseComponent(bounded))).toEqual(['maximumRiskIndicator: required']);
    expect(checkUniverseComponent({ ...bounded, maximumRiskIndicator: 7 })).toEqual([]);
    expect(found(checkUniverseComponent({ ...bounded, maximumRiskIndicator: 8 }))).toEqual([
      'maximumRiskIndicator: tooLarge',
    ]);
  });

  it('saves only what its mode uses', () => {
    const both = { ...validUniverse, tariffUniverseType: 6, maximumRiskIndicator: 4 };
    expect(applicableUniverse(both)).toEqual(validUniverse);
    expect(applicableUniverse({ ...both, tariffUniverseSelectionManualMode: false })).toMatchObject({
      tariffUniverseType: 6,
      maximumRiskIndicator: 4,
      tariffUniverseItems: [],
    });
    expect(
      applicableUniverse({ ...both, tariffUniverseType: 2, tariffUniverseSelectionManualMode: false }),
    ).toMatchObject({ maximumRiskIndicator: null });
  });
});

describe('fund selection', () => {
  it('needs universe, ranking type, size and, chosen by hand, funds', () => {
    expect(checkSelectionComponent(validSelection)).toEqual([]);
    expect(
      found(checkSelectionComponent({ ...emptyComponent('selection'), tariffFundShortlistSize: null })),
    ).toEqual([
      'tariffUniverseComponent: required',
      'tariffSelectedFunds: fundsRequired',
      'tariffRankingType: required',
      'tariffFundShortlistSize: required',
    ]);
    expect(
      checkSelectionComponent({
        ...validSelection,
        tariffFundSelectionManualMode: false,
        tariffSelectedFunds: [],
      }),
    ).toEqual([]);
  });

  it.each([
    { change: { tariffFundShortlistSize: 0 }, code: 'tariffFundShortlistSize: tooSmall' },
    { change: { tariffFundShortlistSize: 1001 }, code: 'tariffFundShortlistSize: tooLarge' },
    { change: { tariffFundShortlistSize: 2.5 }, code: 'tariffFundShortlistSize: precision' },
    { change: { minimumRank: 6 }, code: 'minimumRank: unknownValue' },
    { change: { minimumRank: 0 }, code: 'minimumRank: unknownValue' },
    { change: { tariffRankingType: 12 }, code: 'tariffRankingType: unknownValue' },
    { change: { tariffSelectedFunds: [5, 5] }, code: 'tariffSelectedFunds: duplicate' },
  ])('refuses $change', ({ change, code }) => {
    expect(found(checkSelectionComponent({ ...validSelection, ...change }))).toEqual([code]);
  });

  it.each([1, 2, 3, 4, 5, null])('takes %s as minimum rank', (minimumRank) => {
    expect(checkSelectionComponent({ ...validSelection, minimumRank })).toEqual([]);
  });
});

describe('a whole component', () => {
  it('names the page of every finding', () => {
    const steps = (issues: readonly { step: string }[]) => [...new Set(issues.map(({ step }) => step))];
    expect(steps(checkComponent({ kind: 'risk', draft: emptyComponent('risk') }))).toEqual([
      'component-info',
      'risk',
    ]);
    expect(steps(checkComponent({ kind: 'universe', draft: emptyComponent('universe') }))).toEqual([
      'component-info',
      'fund-universe',
    ]);
    expect(steps(checkComponent({ kind: 'selection', draft: emptyComponent('selection') }))).toEqual([
      'component-info',
      'fund-selection',
    ]);
    expect(steps(checkComponent({ kind: 'allocation', draft: emptyComponent('allocation') }))).toEqual([
      'component-info',
      'allocation-peergroups',
      'allocation-matrix',
    ]);
    expect(
      steps(
        checkComponent(
          {
            kind: 'allocation',
            draft: { ...validAllocation, relationships: [{ peergroupId: 99, relatedPeergroupIds: [] }] },
          },
          3,
        ),
      ),
    ).toEqual(['allocation-peergroup-relationships']);
  });

  it('finds nothing in complete ones', () => {
    expect(checkComponent({ kind: 'risk', draft: validRisk })).toEqual([]);
    expect(checkComponent({ kind: 'universe', draft: validUniverse })).toEqual([]);
    expect(checkComponent({ kind: 'selection', draft: validSelection })).toEqual([]);
    expect(checkComponent({ kind: 'allocation', draft: validAllocation }, 3)).toEqual([]);
  });
});
