// @vitest-environment happy-dom
import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { expect, it } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { classCountOf, contractChoicesQuery, contractKind } from './contract-kind.ts';
import { contractNames } from './fund-names.ts';

const names = contractNames();
const kind = contractKind('customer', names);
const textOf = (path: keyof ContractDraft, part: Partial<ContractDraft>) =>
  kind
    .fields()
    .find((field) => field.path === path)
    ?.text({ ...kind.empty(), ...part });

it('tells two versions of the holdings apart by everything that may differ', () => {
  const holding = { fundId: 1, quantity: 120.0625, price: 38.51, priceDate: '2008-03-24', costValue: null };
  const versions = [
    holding,
    { ...holding, fundId: 2 },
    { ...holding, quantity: 120.0626 },
    { ...holding, price: 38.512345 },
    { ...holding, priceDate: '2008-03-25' },
    { ...holding, costValue: 4000 },
  ].map((one) => textOf('holdings', { holdings: [one] }));
  expect(new Set(versions).size).toBe(versions.length);
});

it('names funds and tariffs of two versions, also those only the stored one has', () => {
  const newTariff = '00000000-0000-4000-8000-000000000001';
  const oldTariff = '00000000-0000-4000-8000-000000000002';
  queryClient.setQueryData(contractChoicesQuery().queryKey, {
    tariffs: [{ id: newTariff, name: 'Depot', issuerName: 'Elbbank', riskClassCount: 3 }],
  });
  names.rememberFund({ id: 7, isin: 'LU0000000007', name: 'Picked' });
  expect(
    kind.parse({
      ...kind.empty(),
      id: '00000000-0000-4000-8000-000000000003',
      customerId: '00000000-0000-4000-8000-000000000004',
      tariffId: oldTariff,
      tariffName: 'Closed',
      externalKey: 'HM-1',
      startDate: '2020-02-01',
      isLinked: false,
      rowVersion: 2,
      funds: [{ id: 8, isin: 'LU0000000008', name: 'Stored' }],
    }),
  ).toBeDefined();
  const planEntries = [7, 8].map((fundId) => ({ fundId, fraction: 0.5 }));
  expect(textOf('planEntries', { planEntries })).toMatch(/^Picked 50.* · Stored 50/);
  expect(textOf('tariffId', { tariffId: newTariff })).toBe('Depot (Elbbank)');
  expect(textOf('tariffId', { tariffId: oldTariff })).toBe('Closed');
});

it('names the fund of a position that cannot be saved', () => {
  names.rememberFund({ id: 9, isin: 'LU0000000009', name: 'Meant' });
  const right = { fundId: 1, quantity: 1, price: 1, costValue: null };
  const issues = kind.check(
    {
      ...kind.empty(),
      valuationDate: '2026-01-02',
      holdings: [right, { ...right, fundId: 9, priceDate: '2099-01-01' }],
    },
    null,
    null,
  );
  expect(issues.filter(({ path }) => path === 'holdings').map(fieldIssueText)).toEqual([
    'Position 2 (Meant): Der Tag des Kurses darf nicht in der Zukunft liegen.',
  ]);
});

it('offers the risk classes of the tariff, and none before one is chosen', () => {
  const tariffs = [{ id: 'three', name: 'Depot', issuerName: 'Elbbank', riskClassCount: 3 }];
  expect([null, 'three', 'gone'].map((id) => classCountOf(id, tariffs))).toEqual([0, 3, 7]);
});
