import type { CustomerChoices, CustomerDetail } from '@depotwerk/api/customers/customers';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { showsNothing } from '@depotwerk/domain/shown-text';
import type { ReactNode } from 'react';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { PhoneOfForm } from '../../forms/phone-field.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { orNull } from '../../forms/value-texts.ts';
import { t } from '../../texts/texts.ts';
import { type Lookup, SelectField } from '../../ui/select-field.tsx';

type Form = EntityForm<CustomerDetail, CustomerDraft>;
type ChoicesLookup = Lookup & { readonly data: CustomerChoices | undefined };

/** Fields of a customer: person or firm, where he belongs, how he is reached, his account. */
export function CustomerFields({
  form,
  lookup,
  isWithoutGroup,
  notice,
}: {
  form: Form;
  lookup: ChoicesLookup;
  /** He is stored in none, where he may stay whoever changes him. */
  isWithoutGroup: boolean;
  /** Below the account of who it is. */
  notice?: ReactNode;
}) {
  return (
    <FieldLines
      rows={customerFields}
      form={form}
      // A firm has its name alone.
      needed={showsNothing(form.draft.companyName ?? '') ? ['lastName'] : []}
      inputs={{
        groupId: <GroupField form={form} lookup={lookup} isWithoutGroup={isWithoutGroup} />,
        phoneNumber: <PhoneOfForm form={form} />,
      }}
      below={{ phoneNumber: notice }}
    />
  );
}

/** Groups the user may put customers into; the one the customer is in stays a choice. */
function GroupField({
  form,
  lookup,
  isWithoutGroup,
}: {
  form: Form;
  lookup: ChoicesLookup;
  isWithoutGroup: boolean;
}) {
  const { draft, change, errorOf } = form;
  const choices = lookup.data;
  const groups = choices?.groups ?? [];
  const mayBeWithout = isWithoutGroup || choices?.mayBeWithoutGroup !== false;
  return (
    <FormField path="groupId">
      <SelectField
        label={t('customers.columns.group')}
        lookup={lookup}
        value={draft.groupId ?? ''}
        error={errorOf('groupId')}
        isRequired={!mayBeWithout}
        {...(mayBeWithout || draft.groupId === null
          ? { emptyLabel: t(mayBeWithout ? 'customers.withoutGroup' : 'masterData.noChoice') }
          : {})}
        // Also for whoever may leave him without one: somebody who came to give him a group finds none to choose.
        {...(choices?.groups.length === 0 ? { hint: t('customers.noGroupToEdit') } : {})}
        // A native list cannot indent by style; a wide blank a level stands for it.
        options={groups.map(({ id, groupName, level }) => ({
          value: id,
          label: '\u2003'.repeat(level) + groupName,
        }))}
        onChange={(groupId) => change((before) => ({ ...before, groupId: orNull(groupId) }))}
      />
    </FormField>
  );
}
