import { createCustomer, customerDetail, getCustomer, putCustomer } from '@depotwerk/api/customers';
import type { CustomerDraft } from '@depotwerk/domain/customers/check-customer';
import { checkCustomer } from '@depotwerk/domain/customers/check-customer';
import { formatDate } from '@depotwerk/domain/date-de';
import { noGroupId } from '@depotwerk/domain/permissions';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import type { DraftField, EntityKind } from '../master-data/entity-kind.ts';
import { stateText, textOrNone } from '../master-data/value-texts.ts';
import type { CustomerDetail } from './customer-queries.ts';

/** Members of the form that are plain texts, in the order of the form. */
export const customerTextFields = [
  'salutation',
  'title',
  'firstName',
  'lastName',
  'companyName',
  'externalKey',
  'email',
  'phoneNumber',
  'street',
  'postalCode',
  'city',
  'iban',
  'bic',
  'taxIdentificationNumber',
] as const satisfies readonly (keyof CustomerDraft)[];

const emptyDraft: CustomerDraft = {
  groupId: null,
  externalKey: null,
  salutation: null,
  title: null,
  firstName: null,
  lastName: null,
  companyName: null,
  dateOfBirth: null,
  email: null,
  phoneNumber: null,
  street: null,
  postalCode: null,
  city: null,
  country: 'DE',
  iban: null,
  bic: null,
  taxIdentificationNumber: null,
  isInactive: false,
};

/** A firm without a person keeps its name in the place of the last name. */
function draftOf(customer: CustomerDetail): CustomerDraft {
  const isFirm = customer.firstName === '' && customer.lastName === customer.companyName;
  return {
    groupId: customer.group.id === noGroupId ? null : customer.group.id,
    externalKey: customer.externalKey,
    salutation: customer.salutation,
    title: customer.title,
    firstName: customer.firstName || null,
    lastName: isFirm ? null : customer.lastName,
    companyName: customer.companyName,
    dateOfBirth: customer.dateOfBirth,
    email: customer.email,
    phoneNumber: customer.phoneNumber,
    street: customer.street,
    postalCode: customer.postalCode,
    city: customer.city,
    country: customer.country,
    iban: customer.iban,
    bic: customer.bic,
    taxIdentificationNumber: customer.taxIdentificationNumber,
    isInactive: customer.isInactive,
  };
}

/**
 * Customers in the side panel; `groupName` names a group for the comparison of two versions, `firstGroupId` is the
 * group a new one starts in.
 */
export const customerKind = (
  groupName: (id: string | null) => string,
  isNew: boolean,
  firstGroupId: string | null,
): EntityKind<CustomerDetail, CustomerDraft, string> => ({
  key: 'customers',
  editPermission: isNew ? 'customers.create' : 'customers.edit',
  readId: (text) => text,
  load: (id, signal) => callApi(getCustomer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createCustomer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putCustomer, { params: { id }, body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => customerDetail.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ ...emptyDraft, groupId: firstGroupId }),
  draftOf,
  check: (draft) => checkCustomer(draft, today()),
  fields: () => [
    ...customerTextFields.map(
      (path): DraftField<CustomerDraft> => ({
        path,
        label: t(`customers.form.${path}`),
        text: (draft) => textOrNone(draft[path] ?? null),
      }),
    ),
    {
      path: 'dateOfBirth',
      label: t('customers.columns.dateOfBirth'),
      text: ({ dateOfBirth }) => (dateOfBirth === null ? t('common.none') : formatDate(dateOfBirth)),
    },
    { path: 'country', label: t('customers.form.country'), text: ({ country }) => country },
    { path: 'groupId', label: t('customers.columns.group'), text: ({ groupId }) => groupName(groupId) },
    { path: 'isInactive', label: t('masterData.state'), text: ({ isInactive }) => stateText(isInactive) },
  ],
  words: {
    create: t('customers.create'),
    loadFailed: t('customers.loadFailedOne'),
    removeQuestion: (name) => name,
  },
  affected: [['customers'], ['customer'], ['contracts']],
});
