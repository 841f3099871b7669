// @vitest-environment happy-dom
import { emptyTariff } from '@depotwerk/domain/tariff/empty-drafts';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { json, refused } from '../../../platform/api-client-for-test.ts';
import { useSession } from '../../../platform/session.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderStep } from '../component-steps/step-for-test.tsx';
import { guaranteeTypesQuery, tariffTypesQuery } from '../lookup-queries.ts';
import { ProductTypeStep } from './product-type-step.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null });
});

const [componentAllocationId, componentRiskId] = [crypto.randomUUID(), crypto.randomUUID()];
const types = [
  { id: 2, name: 'Fondspolice' },
  { id: 7, name: 'Hybrid statisch' },
  { id: 8, name: 'Hybrid dynamisch' },
];

/** The step with both components chosen, and what it has asked the server for. */
function stepOn(answer: () => Response) {
  useSession.setState({ accessToken: 'a' });
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    if (!address.endsWith('/tariffs/check-allocation-components-combination'))
      return new Promise(() => undefined);
    asked.push(JSON.parse(body ?? ''));
    return Promise.resolve(answer());
  });
  const draft: TariffDraft = { ...emptyTariff(), componentAllocationId, componentRiskId };
  const step = renderStep({
    Step: ProductTypeStep,
    draft,
    check: () => [],
    lookups: [
      [tariffTypesQuery().queryKey, types],
      [guaranteeTypesQuery().queryKey, []],
    ],
  });
  const text = () => document.body.textContent;
  return { ...step, asked, text };
}

it('has allocation and risk component checked once a hybrid type is chosen, and for no other', async () => {
  const step = stepOn(() => json([]));
  step.select('tariffTypeId', '2');
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(step.asked).toEqual([]);
  for (const type of ['7', '8']) {
    step.select('tariffTypeId', type);
    await vi.waitFor(() => expect(step.text()).toContain('Die Prüfung hat nichts zu beanstanden.'));
    expect(step.asked.at(-1)).toEqual({ tariffTypeId: Number(type), componentAllocationId, componentRiskId });
  }
  expect(step.asked).toHaveLength(2);
});

it('says that the components could not be checked', async () => {
  const step = stepOn(() => refused('common.unexpected', 500));
  step.select('tariffTypeId', '7');
  await vi.waitFor(() => expect(step.text()).toContain('Erneut versuchen'));
});
