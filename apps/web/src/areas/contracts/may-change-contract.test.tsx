// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { contractQuery } from '../../queries/contract-queries.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { MovementsCard } from './movements/movements-card.tsx';
import { movementsQuery } from './movements/movements-kind.ts';
import { PaymentsCard } from './payments/payments-card.tsx';
import { paymentsQuery } from './payments/payments-kind.ts';

speaksGerman();

/** The buttons of payments and movements of a contract whose customer is blocked, is not, or is not known yet. */
function buttons(isCustomerBlocked: boolean | undefined, permissions: string[]): string[] {
  useSession.setState({ user: aUser({ permissions }) });
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, enabled: false } },
  });
  // The rest of the contract is of no account here, so the keys stand without the type of their answer.
  const contractKey: QueryKey = contractQuery('c').queryKey;
  if (isCustomerBlocked !== undefined)
    client.setQueryData(contractKey, { contract: { isCustomerBlocked }, etag: '"1"' });
  const paymentsKey: QueryKey = paymentsQuery('c').queryKey;
  client.setQueryData(paymentsKey, { payments: [], startDate: '2020-01-01' });
  const movementsKey: QueryKey = movementsQuery('c').queryKey;
  client.setQueryData(movementsKey, [{ fundId: 1, name: 'Fonds', held: 2, movements: [], rowVersion: 1 }]);
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <PaymentsCard contractId="c" newest={undefined} />
      <MovementsCard contractId="c" />
    </QueryClientProvider>,
  );
  const texts = [...page.target.querySelectorAll('button')].map(({ textContent }) => textContent);
  page.rerender(null);
  return texts;
}

it('offers changes of payments and movements to those who may make them, unless the customer is blocked', () => {
  const offered = buttons(false, ['contracts.edit']);
  expect(offered).toHaveLength(2);
  expect(offered[0]).toBe(german.payments.enter);
  expect(offered[1]).toContain(german.movements.edit);
  expect(buttons(true, ['contracts.edit'])).toEqual([]);
  expect(buttons(undefined, ['contracts.edit'])).toEqual([]);
  expect(buttons(false, ['contracts.view'])).toEqual([]);
});
