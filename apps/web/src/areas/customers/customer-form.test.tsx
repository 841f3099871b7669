// @vitest-environment happy-dom
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { useState } from 'react';
import { expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { CustomerFields } from './customer-form.tsx';

speaksGerman();

type Props = Parameters<typeof CustomerFields>[0];

function Form({ choices }: { choices?: Props['lookup']['data'] }) {
  const [draft, change] = useState<CustomerDraft>({ ...emptyDraft(customerFields), groupId: null });
  return (
    <CustomerFields
      form={{ draft, change, errorOf: () => undefined, faultOf: () => undefined } as unknown as Props['form']} // the fields use no more of it
      lookup={{ data: choices } as Props['lookup']}
      isWithoutGroup
    />
  );
}

it('a telephone number takes its usual form when its field is left, and stays as typed where it is none', async () => {
  const page = renderForTest(<Form />);
  const phone = 'input[inputmode="tel"]';
  const shown = () => page.find(phone, HTMLInputElement).value;
  page.type(phone, '030 1234567');
  page.leave(phone);
  await expect.poll(shown).toBe('+49-30-1234567');
  page.type(phone, 'abends anrufen');
  page.leave(phone);
  await expect.poll(shown).toBe('abends anrufen');
});

it.each([
  [[], true],
  [[{ id: 'a', groupName: 'Nord', level: 0 }], false],
  [undefined, false],
])(
  'says where rights come from to whoever may leave a customer without a group and finds none to put him into (%#)',
  (groups, isSaid) => {
    const { target: page } = renderForTest(
      <Form {...(groups && { choices: { groups, mayBeWithoutGroup: true } })} />,
    );
    const hint = german.customers.noGroupToEdit;
    expect(page.textContent.includes(hint)).toBe(isSaid);
  },
);
