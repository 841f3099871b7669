// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { fundNameQuery } from '../contract-queries.ts';
import { contractChoicesQuery, contractKind } from './contract-kind.ts';

it('tells two versions of the holdings apart by everything that may differ', () => {
  const kind = contractKind('customer');
  const text = kind.fields().find(({ path }) => path === 'holdings')?.text;
  const holding = { fundId: 1, quantity: 120.0625, price: 38.51, priceDate: '2008-03-24', costValue: null };
  const versions = [
    holding,
    { ...holding, fundId: 2 },
    { ...holding, quantity: 120.0626 },
    { ...holding, price: 38.512345 },
    { ...holding, priceDate: '2008-03-25' },
    { ...holding, costValue: 4000 },
  ].map((one) => text?.({ ...kind.empty(), holdings: [one] }));
  expect(new Set(versions).size).toBe(versions.length);
});

it('names funds and tariff of a version, not their marks', () => {
  queryClient.setQueryData(fundNameQuery(1).queryKey, 'Welt');
  queryClient.setQueryData(['funds', 'search', 'sch'], [{ id: 2, name: 'Schwellen' }]);
  queryClient.setQueryData(contractChoicesQuery().queryKey, {
    tariffs: [{ id: 'a1', name: 'Zukunft', issuerName: 'Nord', riskClassCount: 7 }],
  });
  const kind = contractKind('customer');
  const textOf = (path: string) => kind.fields().find((field) => field.path === path)?.text;
  const draft = {
    ...kind.empty(),
    tariffId: 'a1',
    planEntries: [
      { fundId: 1, fraction: 0.75 },
      { fundId: 2, fraction: 0.25 },
    ],
  };
  expect(textOf('planEntries')?.(draft)).toBe('Welt: 75,0\u00a0% · Schwellen: 25,0\u00a0%');
  expect(textOf('tariffId')?.(draft)).toBe('Zukunft');
});
