// @vitest-environment happy-dom

import type { AdviserStatistics } from '@depotwerk/api/consultations/consultation-statistics';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { today } from '../../platform/today.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { statisticsQuery, useStatistics } from './use-statistics.ts';

const present = Number(today().slice(0, 4));
const row: AdviserStatistics = {
  id: 'none',
  adviserName: null,
  completed: 1,
  initial: 1,
  periodicReview: 0,
  event: 0,
  other: 0,
  byCustomer: 0,
  recommended: 0,
  withStatement: 0,
  notPursued: 0,
  plansCarriedOut: 0,
  boughtAmount: 0,
  inducements: null,
  inducementsUnknown: 0,
};

function shown(asked: number | undefined, filled: number[]): string | null {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const year of [present, present - 1])
    client.setQueryData(statisticsQuery(year).queryKey, filled.includes(year) ? [row] : []);
  function Year() {
    const { year, statistics } = useStatistics(asked);
    return <output>{`${year - present} ${statistics.data?.length}`}</output>;
  }
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <Year />
    </QueryClientProvider>,
  );
  const text = page.find('output', HTMLOutputElement).textContent;
  page.rerender(null);
  return text;
}

it('opens on last year, on this one where nothing is recorded for the last, and on the one asked for', () => {
  expect(shown(undefined, [present, present - 1])).toBe('-1 1');
  expect(shown(undefined, [present])).toBe('0 1');
  expect(shown(undefined, [])).toBe('0 0');
  expect(shown(present - 1, [present])).toBe('-1 0');
});
