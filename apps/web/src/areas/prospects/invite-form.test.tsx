// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { customerChoicesQuery } from '../../queries/customer-queries.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { InviteForm } from './invite-form.tsx';

speaksGerman();

const days = 'input[inputmode=decimal]';

it('leaves the last day empty while another is typed, and asks for it before anything is sent', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(customerChoicesQuery().queryKey, { groups: [], mayBeWithoutGroup: true });
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <InviteForm
        known={{ firstName: 'Jana', lastName: 'Weber', email: 'jana@example.org' }}
        onClose={vi.fn<() => void>()}
      />
    </QueryClientProvider>,
  );
  const fields = () => [...page.target.querySelectorAll<HTMLInputElement>(days)];
  const [birth, end] = fields();
  if (!birth || !end) throw new Error('Both days have a field.');
  birth.id = 'birth';
  end.id = 'end';
  const submit = () => page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  page.type('#birth', '3.3.80');
  page.leave('#birth');
  expect(end.value).not.toBe('');
  page.type('#end', '');
  page.leave('#end');
  expect(end.value).toBe('');
  submit();
  expect(page.target.textContent).toContain(german.validators.required);
  page.type(
    '#end',
    new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('.'),
  );
  page.leave('#end');
  submit();
  expect(page.target.textContent).not.toContain(german.validators.required);
});

it('asks nobody for the day of birth a customer is kept with', () => {
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <InviteForm
        known={{ firstName: 'Jana', lastName: 'Weber', dateOfBirth: '1980-03-03', customerId: 'customer' }}
        onClose={vi.fn<() => void>()}
      />
    </QueryClientProvider>,
  );
  const birth = page.find(days, HTMLInputElement);
  expect(birth.value).toBe('03.03.1980');
  expect(birth.disabled).toBe(true);
});
