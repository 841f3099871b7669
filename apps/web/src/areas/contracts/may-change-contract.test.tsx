// @vitest-environment happy-dom
import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { beforeAll, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../platform/session.ts';
import { contractQuery } from '../../queries/contract-queries.ts';
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { MovementsCard } from './movements/movements-card.tsx';
import { movementsQuery } from './movements/movements-kind.ts';
import { PaymentsCard } from './payments/payments-card.tsx';
import { paymentsQuery } from './payments/payments-kind.ts';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

// Only what the rule reads.
const userWith = (permissions: string[]) => ({ permissions }) as unknown as AuthenticatedUser;

/** The buttons of payments and movements of a contract whose customer is blocked, is not, or is not known yet. */
function buttons(isCustomerBlocked: boolean | undefined, permissions: string[]): string[] {
  useSession.setState({ user: userWith(permissions) });
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
