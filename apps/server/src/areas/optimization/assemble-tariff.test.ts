import { selectFunds } from '@depotwerk/engine/ranking/select-funds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import storedContent from '../../../test/stored-contents/components.json' with { type: 'json' };
import { automaticSelection } from '../components/automatic-selection.ts';
import { assembleTariff } from './assemble-tariff.ts';
import { type StoredTariffContent, tariffRowsOfContent } from './tariff-content-rows.view.ts';
import type { FundRow, MarketRows, TariffRows } from './tariff-rows.ts';

const fund = (id: number, peergroupId: number, status: FundRow['status'] = 'open'): FundRow => ({
  id,
  isin: `F${id}`,
  name: `Fonds ${id}`,
  company: '',
  peergroupId,
  categoryName: null,
  categoryColor: null,
  status,
  isInactive: false,
  successorFundId: null,
  isEtf: false,
  ongoingFee: 0.01,
  distributionFee: null,
  equityQuota: 0,
  riskIndicator: 3,
  sfdrArticle: 6,
  minimumShareSustainable: null,
  minimumShareTaxonomy: null,
  considersPai: null,
  unitDecimals: 3,
  minimumOrder: null,
  minimumSavingsAmount: null,
  isSavingsPlanCapable: true,
  targetMarket: null,
  holdingYears: null,
  mifidR: 'Y',
  hasKiid: true,
  price: 100,
  priceDate: '2026-11-20',
  trackingError: 0.01,
  informationRatio: 0,
});
const limits = {
  count: { min: 1, max: 20 },
  share: { min: 0.01, max: 1 },
  value: { min: 1, max: 1_000_000 },
};
const market = (funds: readonly FundRow[]): MarketRows => ({
  groups: [1, 2, 3].map((id) => ({
    id,
    name: `Gruppe ${id}`,
    colour: '#000000',
    region: '',
    sector: '',
    covariance: [1, 2, 3].map((other) => (other === id ? 0.01 : 0)),
  })),
  funds,
});
const rows = (relationships: TariffRows['relationships']): TariffRows => ({
  tariffId: 't',
  tariffVersionId: 'v',
  versionNumber: 1,
  riskTypeId: 1,
  usesQuota: false,
  isHybrid: false,
  rankingTypeId: 1,
  shortlistSize: 2,
  minimumRank: null,
  allowsUnrated: true,
  classes: [{ riskClassId: 1, target: 5, range: 5, sriLimit: null }],
  groupFractions: [
    { riskClassId: 1, peergroupId: 1, fraction: 0.1 },
    { riskClassId: 1, peergroupId: 2, fraction: 0.2 },
    { riskClassId: 1, peergroupId: 3, fraction: 0.7 },
  ],
  fundFractions: [],
  relationships,
  selectedFundIds: [11, 21, 31],
  silencedHintIds: [],
  portfolioLimits: limits,
  savingsPlanLimits: limits,
  gainLimit: null,
  sriLimit: null,
  costCap: null,
  lifeCycle: [],
});
const classOf = (relationships: TariffRows['relationships'], closed: readonly number[]) => {
  const funds = [11, 21, 31].map((id) =>
    fund(id, Math.floor(id / 10), closed.includes(id) ? 'closed' : 'open'),
  );
  const { tariff } = assembleTariff(market(funds), [], rows(relationships));
  return tariff.classes[0];
};
const related = [{ peergroupId: 1, relatedPeergroupIds: [3, 2] }];

it('an automatic universe keeps a fund closed to newcomers for its holders, and offers it to nobody else', () => {
  const version = { tariffId: 't', tariffVersionId: 'v', versionNumber: 1 };
  // A file has no literal types.
  const content = structuredClone(storedContent) as StoredTariffContent;
  const { components } = content;
  if (!components) throw new Error('a tariff of components');
  const automatic = {
    ...content,
    components: {
      ...components,
      selection: { ...components.selection, tariffSelectedFunds: [], minimumRank: null, allowsUnrated: true },
    },
  };
  const all = market([
    fund(11, 1),
    fund(12, 1, 'softClosed'),
    fund(13, 1, 'closed'),
    { ...fund(14, 1), isInactive: true },
    { ...fund(15, 1, 'softClosed'), isInactive: true },
  ]);
  const { tariff, funds } = assembleTariff(all, [], tariffRowsOfContent(automatic, version, all));
  expect(tariff.universe).toEqual(['F11', 'F12']);
  expect(tariff.shortlists[0]).toEqual(['F11']);
  expect(funds.map(({ status }) => status)).toEqual(['open', 'softClosed', 'closed', 'closed', 'closed']);
});

describe('a peer group without eligible fund', () => {
  it('hands its weight to the first related group that has one, in whole tenths', () => {
    expect(classOf(related, [])?.targetWeights).toEqual([0.1, 0.2, 0.7]);
    expect(classOf(related, [11])?.targetWeights).toEqual([0, 0.2, 0.8]);
    const second = classOf(related, [11, 31]);
    expect(second?.targetWeights).toEqual([0, 0.3, 0.7]);
    expect(second?.proposal).toEqual([{ isin: 'F21', weight: 0.3 }]);
  });

  it('keeps its weight where no related group has a fund or none is named', () => {
    expect(classOf(related, [11, 21, 31])?.targetWeights).toEqual([0.1, 0.2, 0.7]);
    expect(classOf([], [11])?.targetWeights).toEqual([0.1, 0.2, 0.7]);
    expect(classOf([{ peergroupId: 9, relatedPeergroupIds: [1] }], [11])?.targetWeights).toEqual([
      0.1, 0.2, 0.7,
    ]);
  });
});

describe('the funds a tariff selects', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 100, max: 300 }),
      rank: fc.option(fc.integer({ min: 1, max: 5 })),
      value: fc.option(fc.integer({ min: 0, max: 2 })),
      ongoingFee: fc.option(fc.constantFrom(0.001, 0.01)),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const rules = fc.record({
    shortlistSize: fc.integer({ min: 1, max: 4 }),
    minimumRank: fc.option(fc.integer({ min: 1, max: 5 })),
    allowsUnrated: fc.boolean(),
  });

  it('are the same in the check, in an automatic selection and in the engine (property)', () => {
    fc.assert(
      fc.property(candidates, rules, (drawn, rule) => {
        const { tariff } = assembleTariff(
          market(drawn.map(({ id, ongoingFee }) => ({ ...fund(id, 1), ongoingFee }))),
          drawn.map(({ id, rank, value }) => ({ fundId: id, rank, value })),
          { ...rows([]), ...rule, selectedFundIds: drawn.map(({ id }) => id) },
        );
        const selectable = drawn.map(({ id, rank, value, ongoingFee }) => ({
          id,
          isin: `F${id}`,
          peergroupId: 1,
          peerGroup: 'g',
          status: 'open' as const,
          rank,
          rankingValue: value,
          ter: ongoingFee,
          isSavingsPlanCapable: true,
          minimumInvestment: 0,
          sfdrArticle: 6 as const,
          minimumSustainableShare: 0,
          considersPai: false,
        }));
        const automatic = automaticSelection(selectable, rule).get(1) ?? [];
        const { shortlist } = selectFunds(
          new Map([['g', selectable]]),
          'g',
          1,
          { ...rule, universe: null, fundsPerGroup: 1, substitutes: new Map() },
          { held: new Set(), saves: false, amount: null, esg: null },
        );
        expect(tariff.shortlists[0]).toEqual(shortlist);
        expect(automatic.map(({ isin }) => isin)).toEqual(shortlist);
      }),
    );
  });

  it('say of a fund that it takes no savings plans, and nothing of others', () => {
    const { funds } = assembleTariff(
      market([fund(1, 1), { ...fund(2, 1), isSavingsPlanCapable: false }]),
      [],
      rows([]),
    );
    expect(funds.map((one) => one.isSavingsPlanCapable)).toEqual([undefined, false]);
  });

  it('put a fund without known costs behind those whose costs are known', () => {
    const funds = [{ ...fund(11, 1), ongoingFee: null }, fund(12, 1)];
    const { tariff } = assembleTariff(market(funds), [], { ...rows([]), selectedFundIds: [11, 12] });
    expect(tariff.shortlists[0]).toEqual(['F12', 'F11']);
  });
});

describe('thresholds of a switch', () => {
  it('are those of the tariff, and the defaults where it says nothing', () => {
    const rulesOf = (switchThresholds: TariffRows['switchThresholds']) =>
      assembleTariff(market([fund(11, 1, 'open')]), [], {
        ...rows([]),
        ...(switchThresholds && { switchThresholds }),
      }).tariff.rules;
    expect(rulesOf(undefined)).toMatchObject({
      switchSaving: 0.003,
      switchSavingEuros: 25,
      switchPaybackMonths: 24,
    });
    expect(rulesOf({ switchSaving: 0.005, switchSavingEuros: null, switchPaybackMonths: 12 })).toMatchObject({
      switchSaving: 0.005,
      switchSavingEuros: 25,
      switchPaybackMonths: 12,
    });
  });
});
