import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import {
  type CustomerDraft,
  customerFieldRows,
  customerFields,
} from '@depotwerk/domain/customers/customer-fields';
import { draftOf, type FieldRow } from '@depotwerk/domain/master-data/field-table';
import type { ReactNode } from 'react';
import { draftFields } from '../../forms/draft-fields.ts';
import { t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';
import { TaxIdentificationNumber } from './tax-identification-number.tsx';

const factRows = customerFieldRows.filter(({ isFact }) => isFact);

/** How a customer is reached and paid: the fields that are facts, each in its words. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const draft = draftOf(customerFields, customer);
  const { street, postalCode, city, iban } = customer;
  const address = [street, `${postalCode ?? ''} ${city ?? ''}`.trim()].filter(Boolean).join(', ');
  const values: Readonly<Record<string, ReactNode>> = {
    street: address || t('common.none'),
    ...(iban !== null && { iban: iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0') }),
    taxIdentificationNumber: (
      // Another customer, or another number, is masked again.
      <TaxIdentificationNumber
        key={`${customer.id} ${customer.rowVersion}`}
        id={customer.id}
        masked={customer.taxIdentificationNumber}
      />
    ),
  };
  const facts = draftFields<FieldRow, CustomerDraft>(factRows).map(({ path, label, text }) => ({
    key: path,
    label: path === 'street' ? t('customers.address') : label,
    value: values[path] ?? text(draft),
  }));
  return <FactList facts={facts} />;
}
