import { profileStatuses } from '@depotwerk/domain/contracts/profile-statuses';
import { mostBirthdayDays } from '@depotwerk/domain/customers/birthdays';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import * as z from 'zod/mini';
import { type CallAnswer, defineCall } from '../call.ts';
import { answeredMembers, someOf, takenMembers } from '../field-shapes.ts';
import {
  day,
  id,
  idList,
  instant,
  integerId,
  listQuery,
  money,
  paging,
  pathId,
  queryBoolean,
  queryInteger,
  text,
} from '../fields.ts';

import { tag } from '../tags/tags.ts';

const area = 'customers';

export const customer = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.nullable(day),
  /** dd.MM.yyyy, empty when unknown. */
  dateOfBirthFormatted: z.string(),
  group: z.strictObject({ id, groupName: z.string() }),
});

export const customerListItem = z.strictObject({
  ...customer.shape,
  contractCount: z.int(),
  /** How many of them were never valued: the sum does not know of them. A server of the release before does not say. */
  unvaluedCount: z.optional(z.int()),
  totalValue: money,
  /** The day on which the first risk profile ends among the contracts that run; null = there is none. */
  profileValidUntil: z.nullable(day),
  isInactive: z.boolean(),
  isBlocked: z.boolean(),
  /** By name; none for the customer himself. */
  tags: z.array(tag),
});
export type CustomerListItem = z.infer<typeof customerListItem>;

/** What a person enters about a customer; null = not given, a masked number or none = as it is stored. */
export const customerDraft = z.strictObject(takenMembers(customerFields));

/** What the list can be filtered by, as its query string carries it. */
export const customerFilter = {
  search: listQuery.search,
  noGroupOnly: z.optional(queryBoolean),
  groupId: z.optional(id),
  tagId: z.optional(queryInteger(1, 2_147_483_647)),
};

export const listCustomers = defineCall({
  id: 'listCustomers',
  mayLag: true,
  area,
  method: 'GET',
  path: '/customers',
  summary: 'Customers of the caller; search by part of a name, date of birth, contract number or mail.',
  access: 'customers.view',
  query: z.strictObject({
    ...listQuery,
    excludedIssuerId: z.optional(queryInteger(1, 2_147_483_647)),
    forGroup: z.optional(id),
    ...customerFilter,
  }),
  answer: z.array(customerListItem),
  isExportable: true,
  errors: ['customers.unknown'],
});
export const listCustomersByIds = defineCall({
  id: 'listCustomersByIds',
  opensWhileViewing: true,
  area,
  method: 'POST',
  path: '/customers/CustomerList',
  summary: 'Customers by id; invisible ones are left out.',
  access: 'customers.view',
  body: idList,
  answer: z.array(customerListItem),
});

export const customerDetail = z.strictObject({
  ...answeredMembers(customerFields),
  ...customer.shape,
  /** By name; none for the customer himself. */
  tags: z.array(tag),
  isBlocked: z.boolean(),
  blockedReason: z.nullable(z.string()),
  /** An erasure is asked for and waits for its day: until it is taken back nobody lifts the block; a server of the release before does not say. */
  isErasureWaiting: z.optional(z.boolean()),
  /** Whether the caller holds the right to change customers of this group. */
  mayEdit: z.boolean(),
  /** She has a sign-in of her own that works; a server of the release before does not say. */
  hasAccess: z.optional(z.boolean()),
  /** The caller is this customer himself: what the house keeps about its work with him is not his to see. */
  isOwn: z.boolean(),
  contractCount: z.int(),
  /** As in the list. */
  unvaluedCount: z.optional(z.int()),
  totalValue: money,
  /** As in the list; a server of the release before does not say. */
  profileValidUntil: z.optional(z.nullable(day)),
  rowVersion: z.int(),
  contracts: z.array(
    z.strictObject({
      id,
      externalKey: z.string(),
      tariffName: z.string(),
      insurerName: z.nullable(z.string()),
      /** As that of {@link contractListItem}. */
      isValueUnknown: z.optional(z.boolean()),
      totalValue: money,
      contractScore: z.nullable(z.int()),
      /** Classes of its tariff; null = none yet. */
      riskClassCount: z.nullable(z.int()),
      lastCheck: z.nullable(instant),
    }),
  ),
  riskAssessments: z.array(
    z.strictObject({
      id,
      contractId: id,
      externalKey: z.string(),
      assessmentDate: day,
      validUntil: day,
      riskClassId: z.int(),
      riskClassCount: z.nullable(z.int()),
      status: z.enum(profileStatuses),
    }),
  ),
});
export type CustomerDetail = z.infer<typeof customerDetail>;

export const getCustomer = defineCall({
  id: 'getCustomer',
  area,
  method: 'GET',
  path: '/customers/:id',
  summary: 'A customer with master data, contracts and risk profiles; ETag is its version.',
  access: 'customers.view',
  params: pathId,
  answer: customerDetail,
  errors: ['common.notFound'],
});

/** Days ahead when the caller does not say. */
export const usualBirthdayDays = 31;

export const listBirthdays = defineCall({
  id: 'listBirthdays',
  mayLag: true,
  area,
  method: 'GET',
  path: '/customers/birthdays',
  summary:
    'Customers of the caller whose birthday falls on one of the next days, today among them, in its order; without inactive and blocked ones.',
  access: 'customers.view',
  query: z.strictObject({
    days: z.optional(queryInteger(1, mostBirthdayDays)),
    ...paging,
  }),
  answer: z.array(
    z.strictObject({
      ...customer.shape,
      /** The day it is kept on: for 29 February, 1 March of a common year. */
      birthday: day,
      /** Years reached on it. */
      age: z.int(),
    }),
  ),
});
export type Birthday = CallAnswer<typeof listBirthdays>[number];

export const getTaxIdentificationNumber = defineCall({
  id: 'getTaxIdentificationNumber',
  area,
  method: 'GET',
  path: '/customers/:id/tax-identification-number',
  summary: 'The whole tax identification number of a customer; each read stands in the log.',
  access: 'customers.view',
  params: pathId,
  answer: z.strictObject({ taxIdentificationNumber: z.nullable(z.string()) }),
  errors: ['common.notFound'],
});

export const getCustomerChoices = defineCall({
  id: 'getCustomerChoices',
  area,
  method: 'GET',
  path: '/customers/choices',
  summary:
    'Groups into which the caller may put customers, as a tree, and whether customers without group are his.',
  access: 'customers.view',
  answer: z.strictObject({
    groups: z.array(z.strictObject({ id, groupName: z.string(), level: z.int() })),
    mayBeWithoutGroup: z.boolean(),
  }),
});
export type CustomerChoices = CallAnswer<typeof getCustomerChoices>;

const editErrors = ['common.validationFailed', 'masterData.keyExists', 'customers.blocked'] as const;

export const createCustomer = defineCall({
  id: 'createCustomer',
  area,
  method: 'POST',
  path: '/customers',
  summary: 'Adds a customer to a group the caller may edit.',
  access: 'customers.create',
  body: customerDraft,
  answer: customerDetail,
  needsIdempotencyKey: true,
  errors: editErrors,
});

export const putCustomer = defineCall({
  id: 'putCustomer',
  area,
  method: 'PUT',
  path: '/customers/:id',
  summary: 'Changes a customer; another group needs the right to edit in both.',
  access: 'customers.edit',
  params: pathId,
  body: customerDraft,
  answer: customerDetail,
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', ...editErrors],
});

export const patchCustomer = defineCall({
  id: 'patchCustomer',
  area,
  method: 'PATCH',
  path: '/customers/:id',
  summary: 'Changes the named fields of a customer, by the rules of the whole; what is not named stays.',
  access: 'customers.edit',
  params: pathId,
  body: someOf(customerDraft.shape),
  answer: customerDetail,
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', ...editErrors],
});

export const blockCustomer = defineCall({
  id: 'blockCustomer',
  area,
  method: 'POST',
  path: '/customers/:id/block',
  summary: 'Restricts the processing of a customer (Art. 18 GDPR) or lifts it; a reason is needed to block.',
  access: 'customers.edit',
  params: pathId,
  body: z.strictObject({ isBlocked: z.boolean(), reason: z.nullable(text(2000)) }),
  answer: customerDetail,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'customers.erasureWaiting'],
});

export const deactivateCustomer = defineCall({
  id: 'deactivateCustomer',
  area,
  method: 'POST',
  path: '/customers/:id/deactivate',
  summary:
    'Says that a customer is no longer served, or is again: nobody invites him or adds a contract meanwhile. Refused while a contract he holds runs.',
  access: 'customers.edit',
  params: pathId,
  body: z.strictObject({ isInactive: z.boolean() }),
  answer: customerDetail,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.blocked', 'customers.runningContracts'],
});

export const getCustomerCard = defineCall({
  id: 'getCustomerCard',
  area,
  method: 'GET',
  path: '/customers/:id/vcard',
  summary: 'How a customer is reached, as a card for an address book (vCard 3.0).',
  access: 'customers.view',
  params: pathId,
  answerKind: 'file',
  errors: ['common.notFound'],
});

export const listCustomerHistory = defineCall({
  id: 'listCustomerHistory',
  area,
  method: 'GET',
  path: '/customers/:id/history',
  summary:
    'What was done to a customer and, as far as visible, to his contracts, documents and consultations, newest first.',
  access: 'customers.view',
  params: pathId,
  query: z.strictObject({ ...paging }),
  answer: z.array(
    z.strictObject({
      id: z.string(),
      occurredAt: instant,
      title: z.string(),
      actorName: z.nullable(z.string()),
      /** Number of the contract it was done to; null = the customer himself. */
      externalKey: z.nullable(z.string()),
    }),
  ),
  errors: ['common.notFound'],
});

export const listInsurers = defineCall({
  id: 'listInsurers',
  area,
  method: 'GET',
  path: '/insurers',
  summary: 'Insurers of the tenant.',
  access: 'signedIn',
  answer: z.array(
    z.strictObject({
      id: integerId,
      insurerName: z.string(),
      shortName: z.nullable(z.string()),
      isInactive: z.boolean(),
    }),
  ),
});

/** Choices for the filters of contract and customer lists, within the caller's scope. */
export const listFilterChoices = defineCall({
  id: 'listFilterChoices',
  area: 'contracts',
  method: 'GET',
  path: '/contracts/filter-choices',
  summary: 'Tariffs, insurers, groups and hints the caller can filter by.',
  access: 'contracts.view',
  answer: z.strictObject({
    tariffs: z.array(z.strictObject({ id, name: z.string() })),
    insurers: z.array(z.strictObject({ id: integerId, insurerName: z.string() })),
    groups: z.array(z.strictObject({ id, groupName: z.string(), level: z.int() })),
    hints: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  }),
});
