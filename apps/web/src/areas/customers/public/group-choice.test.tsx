// @vitest-environment happy-dom

import type { CustomerChoices } from '@depotwerk/api/customers/customers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { customerChoicesQuery } from '../../../queries/customer-queries.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { GroupField, useGroupChoice } from './group-choice.tsx';

speaksGerman();

function Field() {
  const choice = useGroupChoice();
  return (
    <>
      <GroupField choice={choice} isTried />
      <output>{`${choice.groupId} ${choice.isMissing}`}</output>
    </>
  );
}
const hamburg = { id: 'h', groupName: 'Hamburg', level: 0 };
const bremen = { id: 'b', groupName: 'Bremen', level: 0 };
const shown = (choices: Pick<CustomerChoices, 'groups' | 'mayBeWithoutGroup'>) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(customerChoicesQuery().queryKey, choices);
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <Field />
    </QueryClientProvider>,
  );
  const text = page.target.textContent;
  const output = page.find('output', HTMLOutputElement).textContent;
  page.rerender(null);
  return { text, output };
};

it('is chosen where there is only one, said where it is missing, and nobody is asked for one she may do without', () => {
  expect(shown({ groups: [hamburg], mayBeWithoutGroup: false }).output).toBe('h false');
  const missing = shown({ groups: [hamburg, bremen], mayBeWithoutGroup: false });
  expect(missing.output).toBe('null true');
  expect(missing.text).toContain(german.validators.required);
  expect(shown({ groups: [hamburg], mayBeWithoutGroup: true }).output).toBe('h false');
  const free = shown({ groups: [hamburg, bremen], mayBeWithoutGroup: true });
  expect(free.output).toBe('null false');
  expect(free.text).not.toContain(german.validators.required);
});

it('leaves a customer without the only group where that was chosen', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(customerChoicesQuery().queryKey, { groups: [hamburg], mayBeWithoutGroup: true });
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <Field />
    </QueryClientProvider>,
  );
  page.change(() => {
    const field = page.find('select', HTMLSelectElement);
    field.value = '';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(page.find('output', HTMLOutputElement).textContent).toBe('null false');
  page.rerender(null);
});

it('waits for the groups where somebody is quicker than they', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const late = Promise.withResolvers<CustomerChoices>();
  void client.prefetchQuery({ ...customerChoicesQuery(), queryFn: () => late.promise });
  const known: ReturnType<typeof useGroupChoice>['known'][] = [];
  function Early() {
    known.push(useGroupChoice().known);
    return null;
  }
  const page = renderForTest(
    <QueryClientProvider client={client}>
      <Early />
    </QueryClientProvider>,
  );
  const group = known[0]?.();
  late.resolve({ groups: [hamburg], mayBeWithoutGroup: false });
  expect(await group).toEqual({ groupId: 'h', isMissing: false });
  page.rerender(null);
});
