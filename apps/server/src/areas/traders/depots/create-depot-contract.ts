import { CompiledQuery, sql, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { requireGroupRight } from '../../../platform/group-right.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { UnlinkedDepot } from './lock-depots.ts';
import { customerConditions } from './visible-depots.view.ts';

export interface CustomerForDepot {
  readonly id: string;
  readonly groupId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
}

/** A customer the caller sees and may open contracts for. @throws 404, 403, 409 while he is blocked */
export async function lockCustomerForDepot(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string,
): Promise<CustomerForDepot> {
  const parameters = new Parameters();
  const conditions = customerConditions(scope, parameters);
  const { rows } = await transaction.executeQuery<
    CustomerForDepot & { readonly isBlocked: boolean; readonly isInactive: boolean }
  >(
    CompiledQuery.raw(
      `select u.id, u.group_id as "groupId", u.first_name as "firstName", u.last_name as "lastName",
          u.company_name as "companyName", u.is_blocked as "isBlocked",
          u.is_inactive as "isInactive" from customers u
        where u.tenant_id = app_tenant_id() and u.id = ${parameters.add(customerId)} and ${conditions.join(' and ')}
        for no key update of u`,
      parameters.values,
    ),
  );
  const customer = rows[0];
  if (!customer) throw notFound();
  requireGroupRight(scope, 'groupContracts.edit', customer.groupId);
  if (customer.isBlocked) throw new AppError('customers.blocked');
  if (customer.isInactive) throw new AppError('customers.inactive');
  return customer;
}

export interface TariffForDepot {
  readonly id: string;
  readonly issuerId: number;
  readonly insurerId: number | null;
  readonly versionId: string | null;
}

/** A tariff contracts can be made with, in its published version. @throws 404 */
export async function readTariffForDepot(
  transaction: Transaction<Schema>,
  tariffId: string,
): Promise<TariffForDepot> {
  const { rows } = await sql<TariffForDepot>`
    select t.id, t.issuer_id as "issuerId", t.insurer_id as "insurerId", v.id as "versionId" from tariffs t
      left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
     where t.tenant_id = app_tenant_id() and t.id = ${tariffId} and not t.is_inactive
       and t.published_version_number is not null`.execute(transaction);
  const tariff = rows[0];
  if (!tariff) throw notFound();
  return tariff;
}

/**
 * Makes the contract of a depot that belongs to none: number and institution are the depot's.
 * @throws 404 for a foreign customer or tariff, 403, 409 when a contract has the number already
 */
export async function createDepotContract(
  transaction: Transaction<Schema>,
  scope: Scope,
  depot: UnlinkedDepot,
  wanted: { readonly customerId: string; readonly tariffId: string; readonly startDate?: string | undefined },
  today: string,
): Promise<{ contractId: string; groupId: string | null; customer: CustomerForDepot; isNew: true }> {
  requirePermission(scope, 'contracts.create');
  const customer = await lockCustomerForDepot(transaction, scope, wanted.customerId);
  const tariff = await readTariffForDepot(transaction, wanted.tariffId);
  if (tariff.issuerId !== depot.issuerId) throw new AppError('traderDepots.otherIssuer');
  const { rows } = await sql<{ id: string }>`
    insert into contracts (tenant_id, customer_id, tariff_id, tariff_version_id, insurer_id, issuer_id, external_key,
      external_consumer_key, start_date, is_linked)
    values (app_tenant_id(), ${customer.id}, ${tariff.id}, ${tariff.versionId}, ${tariff.insurerId}, ${depot.issuerId},
      ${depot.externalKey}, ${depot.externalConsumerKey}, ${wanted.startDate ?? today}, true)
    on conflict (tenant_id, issuer_id, external_key) where deleted_at is null do nothing
    returning id`.execute(transaction);
  const contractId = rows[0]?.id;
  if (contractId === undefined) throw new AppError('traderDepots.alreadyLinked');
  return { contractId, groupId: customer.groupId, customer, isNew: true };
}
