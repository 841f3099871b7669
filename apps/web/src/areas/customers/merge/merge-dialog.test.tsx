// @vitest-environment happy-dom

import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { customerQuery } from '../../../queries/customer-queries.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { MergeDialog } from './merge-dialog.tsx';

speaksGerman();

const customer = (id: string, part: object) =>
  ({
    id,
    isCompany: false,
    firstName: 'Ida',
    lastName: 'Roth',
    companyName: '',
    fullName: 'Ida Roth',
    group: { id: 'g', groupName: 'Nord' },
    ...part,
  }) as unknown as CustomerDetail; // the dialog reads nothing else

function draw(other: object, part: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(customerQuery('b').queryKey, customer('b', other));
  return renderForTest(
    <QueryClientProvider client={client}>
      <MergeDialog
        customer={customer('a', { email: 'ida@post.example', ...part })}
        otherId="b"
        onClose={() => {}}
      />
    </QueryClientProvider>,
  );
}

function said(other: object): string {
  draw(other);
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');
}

it('tells two customers of one name apart by what else is known of them', () => {
  const mail = 'E-Mail-Adresse';
  const alike = said({ email: 'roth@post.example' });
  expect(alike).toContain(`(Ida Roth; ${mail}: roth@post.example)`);
  expect(alike).toContain(`(Ida Roth; ${mail}: ida@post.example)`);
  expect(said({ email: 'ida@post.example' })).toContain(
    '(Ida Roth), gehören danach zu dem, der bleibt (Ida Roth)',
  );
  expect(said({ lastName: 'Rot', email: null })).toContain(
    '(Ida Rot), gehören danach zu dem, der bleibt (Ida Roth)',
  );
});

it('makes him stay who is chosen, and keeps the values that were chosen before', () => {
  const { click } = draw({ email: 'roth@post.example', phoneNumber: '040 2' }, { phoneNumber: '040 1' });
  const chosen = (name: string) => document.querySelector(`input[name="${name}"]:checked`)?.parentElement;
  const last = (name: string) => `label:last-child > input[name="${name}"]`;
  expect(chosen('email')?.textContent).toContain('ida@post.example Kunde, der bleibt');
  click(last('phoneNumber'));
  click(last('stays'));
  expect(chosen('stays')?.textContent).toContain('roth@post.example');
  expect(chosen('email')?.textContent).toContain('roth@post.example Kunde, der bleibt');
  click('input[name="phoneNumber"]');
  click('input[name="stays"]');
  expect(chosen('phoneNumber')?.textContent).toContain('040 1 Kunde, der bleibt');
  click(last('stays'));
  expect(chosen('phoneNumber')?.textContent).toContain('040 1 Kunde, der darin aufgeht');
  expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ')).toMatch(
    /der aufgeht \(Ida Roth; .*: ida@post\.example\)/,
  );
});
