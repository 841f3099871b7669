import type { CustomerDraft } from '@depotwerk/domain/customers/check-customer';
import type { ReactNode } from 'react';
import { t } from '../../texts/texts.ts';
import { DateField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';
import { orNull } from '../master-data/value-texts.ts';
import type { customerTextFields } from './customer-kind.ts';
import type { CustomerChoices, CustomerDetail } from './customer-queries.ts';

type Form = EntityForm<CustomerDetail, CustomerDraft>;
type TextName = (typeof customerTextFields)[number];

/** Fields of a customer: person or firm, where he belongs, how he is reached, his account. */
export function CustomerFields({
  form,
  choices,
  notice,
}: {
  form: Form;
  choices: CustomerChoices | undefined;
  /** Below the account of who it is. */
  notice?: ReactNode;
}) {
  const { draft, change, errorOf } = form;
  const line = (path: TextName) => <TextLine form={form} path={path} />;
  return (
    <>
      <div className="entity-form__row">
        {line('salutation')}
        {line('title')}
      </div>
      <div className="entity-form__row">
        {line('firstName')}
        {line('lastName')}
      </div>
      {line('companyName')}
      <div className="entity-form__row">
        <FormField path="dateOfBirth">
          <DateField
            label={t('customers.columns.dateOfBirth')}
            value={draft.dateOfBirth}
            error={errorOf('dateOfBirth')}
            onFault={form.faultOf('dateOfBirth')}
            onChange={(dateOfBirth) => change((before) => ({ ...before, dateOfBirth }))}
          />
        </FormField>
        {line('externalKey')}
      </div>
      <GroupField form={form} choices={choices} />
      <div className="entity-form__row">
        {line('email')}
        {line('phoneNumber')}
      </div>
      {notice}
      {line('street')}
      <div className="entity-form__row">
        {line('postalCode')}
        {line('city')}
      </div>
      <FormField path="country">
        <TextField
          label={t('customers.form.country')}
          isRequired
          autoComplete="off"
          maxLength={2}
          value={draft.country}
          error={errorOf('country')}
          onChange={(country) => change((before) => ({ ...before, country: country.toUpperCase() }))}
        />
      </FormField>
      <div className="entity-form__row">
        {line('iban')}
        {line('bic')}
      </div>
      {line('taxIdentificationNumber')}
      <InactiveSwitch
        isInactive={draft.isInactive}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
      />
    </>
  );
}

function TextLine({ form, path }: { form: Form; path: TextName }) {
  return (
    <FormField path={path}>
      <TextField
        label={t(`customers.form.${path}`)}
        hint={path === 'taxIdentificationNumber' ? t('customers.taxNumber.hint') : undefined}
        autoComplete="off"
        value={form.draft[path] ?? ''}
        error={form.errorOf(path)}
        onChange={(text) => form.change((before) => ({ ...before, [path]: orNull(text) }))}
      />
    </FormField>
  );
}

/** Groups the user may put customers into; the one the customer is in stays a choice. */
function GroupField({ form, choices }: { form: Form; choices: CustomerChoices | undefined }) {
  const { draft, change, errorOf } = form;
  const groups = choices?.groups ?? [];
  const mayBeWithout = choices?.mayBeWithoutGroup !== false;
  return (
    <FormField path="groupId">
      <SelectField
        label={t('customers.columns.group')}
        value={draft.groupId ?? ''}
        error={errorOf('groupId')}
        isRequired={!mayBeWithout}
        {...(mayBeWithout || draft.groupId === null
          ? { emptyLabel: t(mayBeWithout ? 'customers.withoutGroup' : 'masterData.noChoice') }
          : {})}
        {...(!mayBeWithout && groups.length === 0 ? { hint: t('customers.noGroupToEdit') } : {})}
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
