import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { createCustomer, customerDetail, getCustomer, putCustomer } from '@depotwerk/api/customers/customers';
import { checkCustomer } from '@depotwerk/domain/customers/check-customer';
import { draftOfCustomer } from '@depotwerk/domain/customers/customer-draft';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { personName } from '@depotwerk/domain/customers/person-name';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/**
 * Customers in the side panel; `groupName` names a group for the comparison of two versions, `firstGroupId` is the
 * group a new one starts in, `mayBeWithoutGroup` whether it can be in none.
 */
export const customerKind = (
  groupName: (id: string | null) => string,
  isNew: boolean,
  firstGroupId: string | null,
  mayBeWithoutGroup: boolean,
): EntityKind<CustomerDetail, CustomerDraft, string> => ({
  key: 'customers',
  editPermission: isNew ? 'customers.create' : 'customers.edit',
  readId: (text) => text,
  load: (id, signal) => callApi(getCustomer, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createCustomer, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putCustomer, { params: { id }, body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(customerDetail, value).data,
  idOf: ({ id }) => id,
  nameOf: personName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ ...emptyDraft(customerFields), groupId: firstGroupId }),
  draftOf: draftOfCustomer,
  check: (draft, _id, stored) => [
    // One who is in none already may stay there.
    ...(draft.groupId === null && !mayBeWithoutGroup && stored?.groupId !== null
      ? [{ path: 'groupId', code: 'required' as const }]
      : []),
    ...checkCustomer(draft, today(), stored === null ? [] : [stored]),
  ],
  fields: () => draftFields(customerFields, { groupId: ({ groupId }) => groupName(groupId) }),
  words: {
    create: t('customers.create'),
    loadFailed: t('customers.loadFailedOne'),
    removeQuestion: (name) => name,
  },
  affected: [['customers'], ['customer'], ['contracts']],
});
