// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { MovementsCard } from './movements-card.tsx';
import { movementsQuery } from './movements-kind.ts';

speaksGerman();

it('does not call a fund that is sold explained by purchases', () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, enabled: false } },
  });
  const key: QueryKey = movementsQuery('c').queryKey;
  const sale = {
    id: 'm',
    kind: 'sale',
    day: '2026-05-04',
    acquiredDay: null,
    quantity: 2,
    factor: null,
    amount: 20,
    source: 'manual',
  };
  const fund = (fundId: number, held: number, movements: object[]) => ({
    fundId,
    name: `Fonds ${fundId}`,
    held,
    movements,
  });
  client.setQueryData(key, [fund(1, 0, [sale]), fund(2, 3, [{ ...sale, kind: 'purchase', quantity: 3 }])]);
  const { target } = renderForTest(
    <QueryClientProvider client={client}>
      <MovementsCard contractId="c" />
    </QueryClientProvider>,
  );
  const [sold, held] = [...target.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(sold).toContain(german.movements.gone);
  expect(sold).not.toContain('durch erfasste Käufe belegt');
  expect(held).toContain('Alle 3 Anteile sind durch erfasste Käufe belegt.');
});
