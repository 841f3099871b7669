// @vitest-environment happy-dom
import type { ContractStats } from '@depotwerk/api/contracts/contracts';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ContractStatTiles } from './contract-stat-tiles.tsx';

speaksGerman();

const stats: ContractStats = {
  contractCount: 1202,
  customerCount: 1200,
  totalCashValue: 0,
  totalValue: 382_817.21,
  withHintsCount: 0,
  riskOutOfBandCount: 0,
  pendingChangesCount: 0,
  notCheckedCount: 0,
  averageScore: 41.5,
  byTariff: [],
  byInsurer: [],
  byRiskClass: [],
  calculatedAt: '2026-11-29T17:00:00.000Z',
};
const said = (more: Partial<ContractStats>) =>
  renderForTest(<ContractStatTiles stats={{ ...stats, ...more }} error={null} onRetry={() => undefined} />)
    .target.textContent;

it('says of how many contracts the average is, where it is not of all', () => {
  expect(said({ scoredCount: 2 })).toContain('2 von 1.202 bewertet');
  expect(said({ scoredCount: 0, averageScore: null })).toContain('0 von 1.202 bewertet');
  expect(said({ scoredCount: 1202 })).toContain('der angezeigten Verträge');
  // A server of the release before does not say.
  expect(said({})).toContain('der angezeigten Verträge');
});

it('says of a sum that is without some contracts that it is at least that, and of one of nothing that it is unknown', () => {
  expect(said({})).not.toContain('mindestens');
  const partly = said({ unvaluedCount: 3 });
  expect(partly).toContain('mindestens 382.817,21');
  expect(partly).toContain('1.200 Kunden, 3 Verträge ohne bekannten Wert nicht enthalten');
  const none = said({ totalValue: 0, unvaluedCount: 1 });
  expect(none).toContain('unbekannt');
  expect(none).toContain('1 Vertrag ohne bekannten Wert nicht enthalten');
});
