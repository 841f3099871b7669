// @vitest-environment happy-dom
import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../platform/session.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { HoldCard } from './privacy/hold-card.tsx';
import type { CustomerPrivacyData } from './privacy/privacy-queries.ts';

speaksGerman();

const privacy = { holds: [], mayErase: false } as unknown as CustomerPrivacyData; // the card reads nothing else

type State = { isBlocked: boolean; isErasureWaiting?: boolean; isInactive?: boolean };
const head = (customer: CustomerDetail) => <CustomerActions customer={customer} onOpen={() => undefined} />;
const limits = (customer: CustomerDetail) => <HoldCard customer={customer} privacy={privacy} />;

function offered(state: State, part: typeof head) {
  useSession.setState({
    user: { permissions: ['customers.edit', 'contracts.create'] } as AuthenticatedUser, // only the permissions are read
  });
  const customer = { id: 'c', mayEdit: true, blockedReason: null, ...state } as CustomerDetail; // the buttons read nothing else
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>{part(customer)}</QueryClientProvider>,
  );
  const names = [...document.querySelectorAll('button')].map((button) => button.textContent);
  page.rerender(null);
  return names;
}

it('offers to lift a block, and nothing at all while an erasure waits, which the server refuses anyway', () => {
  const { block, deactivate } = german.customers;
  const open = { isBlocked: false, isErasureWaiting: false };
  const rest = [german.contracts.form.create, german.common.edit];
  expect(offered(open, head)).toEqual([block.submit, deactivate.submit, ...rest]);
  expect(offered({ ...open, isInactive: true }, head)).toEqual([block.submit, deactivate.back, ...rest]);
  expect(offered(open, limits)).toEqual([block.submit]);
  const blocked = { isBlocked: true, isErasureWaiting: false };
  expect(offered(blocked, head)[0]).toBe(block.lift);
  expect(offered(blocked, limits)).toEqual([block.lift]);
  // A server of the release before does not say whether one waits.
  expect(offered({ isBlocked: true }, head)[0]).toBe(block.lift);
  const waiting = { isBlocked: true, isErasureWaiting: true };
  expect([offered(waiting, head), offered(waiting, limits)]).toEqual([[], []]);
});
