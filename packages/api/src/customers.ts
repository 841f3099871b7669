import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  day,
  id,
  idList,
  instant,
  integerId,
  listQuery,
  money,
  pathId,
  queryBoolean,
  queryInteger,
} from './fields.ts';

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
  totalValue: money,
  /** End of validity of the newest risk profile. */
  profileValidUntil: z.nullable(day),
});

export const listCustomers = defineCall({
  id: 'listCustomers',
  area,
  method: 'GET',
  path: '/customers',
  summary: 'Customers of the caller; search by part of a name, date of birth, contract number or mail.',
  access: 'customers.view',
  query: z.strictObject({
    ...listQuery,
    excludedIssuerId: z.optional(queryInteger(1, 2_147_483_647)),
    forGroup: z.optional(id),
    noGroupOnly: z.optional(queryBoolean),
    groupId: z.optional(id),
  }),
  answer: z.array(customerListItem),
  isExportable: true,
  errors: ['customers.unknown'],
});
export const customerSortKeys = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'group.groupName',
  'contractCount',
  'totalValue',
  'profileValidUntil',
] as const;

export const listCustomersByIds = defineCall({
  id: 'listCustomersByIds',
  area,
  method: 'POST',
  path: '/customers/CustomerList',
  summary: 'Customers by id; invisible ones are left out.',
  access: 'customers.view',
  body: idList,
  answer: z.array(customerListItem),
});

export const customerDetail = z.strictObject({
  ...customer.shape,
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  street: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  contractCount: z.int(),
  totalValue: money,
  rowVersion: z.int(),
  contracts: z.array(
    z.strictObject({
      id,
      externalKey: z.string(),
      tariffName: z.string(),
      insurerName: z.nullable(z.string()),
      totalValue: money,
      contractScore: z.nullable(z.int()),
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
      status: z.enum(['valid', 'expired', 'suggested']),
    }),
  ),
});

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
