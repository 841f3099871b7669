import { draftOf } from '../master-data/field-table.ts';
import { noGroupId } from '../permissions.ts';
import { type CustomerDraft, customerFields } from './customer-fields.ts';
import { isFirm } from './is-firm.ts';

/** What a draft reads of a customer as he is answered. */
interface AnsweredCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly group: { readonly id: string };
}

/** A stored customer as his form holds him; a firm without a person keeps its name in the place of the last name. */
export function draftOfCustomer(customer: AnsweredCustomer): CustomerDraft {
  return {
    ...draftOf(customerFields, { ...customer }),
    groupId: customer.group.id === noGroupId ? null : customer.group.id,
    ...(isFirm(customer) && { lastName: null }),
  };
}
