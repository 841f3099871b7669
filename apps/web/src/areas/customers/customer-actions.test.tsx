// @vitest-environment happy-dom
import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeAll, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../platform/session.ts';
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { CustomerActions } from './customer-actions.tsx';
import type { CustomerDetail } from './customer-queries.ts';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

function offered(state: { isBlocked: boolean; isErasureWaiting: boolean }) {
  useSession.setState({
    user: { permissions: ['customers.edit', 'contracts.create'] } as AuthenticatedUser, // only the permissions are read
  });
  const customer = { id: 'c', mayEdit: true, ...state } as CustomerDetail; // the buttons read nothing else
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerActions customer={customer} onOpen={() => undefined} />
    </QueryClientProvider>,
  );
  const names = [...document.querySelectorAll('button')].map((button) => button.textContent);
  page.rerender(null);
  return names;
}

it('offers to lift a block, and nothing at all while an erasure waits, which the server refuses anyway', () => {
  expect(offered({ isBlocked: false, isErasureWaiting: false })).toEqual([
    german.customers.block.submit,
    german.contracts.form.create,
    german.common.edit,
  ]);
  expect(offered({ isBlocked: true, isErasureWaiting: false })[0]).toBe(german.customers.block.lift);
  expect(offered({ isBlocked: true, isErasureWaiting: true })).toEqual([]);
});
