import { personName } from '@depotwerk/domain/customers/person-name';
import { type HolderCandidate, isHolderName } from '@depotwerk/domain/holder-name';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { UnlinkedDepot } from './lock-depots.ts';

/** The customer whose contract a depot is to be linked to. */
export interface LinkedCustomer extends HolderCandidate {
  readonly id: string;
}

/** What the log says where holder and customer differ. */
export interface HolderDifference {
  readonly holderName: string;
  /** Customer the depot was known to belong to; null = nobody known. */
  readonly ownerId: string | null;
  readonly customerId: string;
}

/** Name of the customer of a contract that is locked. */
export async function readLinkedCustomer(
  transaction: Transaction<Schema>,
  customerId: string,
): Promise<LinkedCustomer> {
  const { rows } = await sql<LinkedCustomer>`
    select id, first_name as "firstName", last_name as "lastName", company_name as "companyName" from customers
     where tenant_id = app_tenant_id() and id = ${customerId}`.execute(transaction);
  const customer = rows[0];
  if (!customer) throw new Error('a contract has a customer');
  return customer;
}

/**
 * A depot goes to a contract of its holder; another customer's only when the caller has said that he knows.
 * @returns what differs, for the log; null when nothing does
 * @throws 409 traderDepots.holderDiffers with both names
 */
export function requireHolder(
  depot: UnlinkedDepot,
  customer: LinkedCustomer,
  isConfirmed: boolean,
): HolderDifference | null {
  const isOtherOwner = depot.customerId !== null && depot.customerId !== customer.id;
  if (!isOtherOwner && isHolderName(depot.holderName, customer)) return null;
  if (isConfirmed)
    return { holderName: depot.holderName, ownerId: depot.customerId, customerId: customer.id };
  const customerName = customer.companyName || personName(customer);
  throw new AppError('traderDepots.holderDiffers', {
    params: { holderName: depot.holderName || '–', customerName },
  });
}
