import { compareCustomers } from '@depotwerk/domain/customers/compare-customers';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '../../platform/database/database-errors.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { lockCustomer } from '../customers/public.ts';
import type { InvitationRow } from './open-invitation.ts';

/** Who is to become a customer. */
export type NewClient = Pick<
  InvitationRow,
  'customerId' | 'groupId' | 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'dateOfBirth'
>;

interface Candidate {
  id: string;
  groupId: string | null;
  firstName: string;
  lastName: string;
  companyName: string;
  dateOfBirth: string | null;
  email: string | null;
}

/**
 * The customer a person is: the one named, else the only one of the same group who is likely her and born on the day she
 * proved, else a new one. Without that day nobody is taken for somebody else: father and son share name and mail. Other
 * groups are not looked at: nobody may reach their customers by inviting. Until the end of the transaction nobody makes her
 * another one or erases her.
 */
export async function findOrAddCustomer(
  transaction: Transaction<Schema>,
  tenantId: string,
  person: NewClient,
): Promise<{ readonly id: string; readonly groupId: string | null; readonly isNew: boolean }> {
  const { rows } = await sql<Candidate>`
    select id, group_id as "groupId", first_name as "firstName", last_name as "lastName", company_name as "companyName",
      date_of_birth as "dateOfBirth", email from customers
     where tenant_id = ${tenantId} and deleted_at is null and not is_blocked
       and (id = ${person.customerId}::uuid and not is_inactive or (${person.customerId}::uuid is null
         and group_id is not distinct from ${person.groupId}::uuid
         and (sort_name = fold_text(${`${person.lastName} ${person.firstName}`}::text)
           or date_of_birth = ${person.dateOfBirth}::date and lower(email) = lower(${person.email}::text))))
     order by id limit 50 for share`.execute(transaction);
  const named = rows.find(({ id }) => id === person.customerId);
  if (person.customerId !== null && !named) throw new AppError('preregistration.revoked');
  const likely = named
    ? [named]
    : rows.filter(
        (other) =>
          person.dateOfBirth !== null &&
          other.dateOfBirth === person.dateOfBirth &&
          isLikelySame(person, other),
      );
  const [known] = likely;
  if (known && likely.length === 1) return { id: known.id, groupId: known.groupId, isNew: false };
  return { id: await addCustomer(transaction, tenantId, person), groupId: person.groupId, isNew: true };
}

/** Adds a customer. @returns the id */
export async function addCustomer(
  transaction: Transaction<Schema>,
  tenantId: string,
  person: Omit<NewClient, 'customerId'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into customers (tenant_id, group_id, first_name, last_name, email, phone_number, date_of_birth)
    values (${tenantId}, ${person.groupId}, ${person.firstName}, ${person.lastName}, ${person.email},
      ${person.phoneNumber}, ${person.dateOfBirth}) returning id`.execute(transaction);
  return rows[0]?.id ?? '';
}

/** Whether somebody can be a customer by the rule for doubles: two of name, day of birth and mail agree. */
export const isLikelySame = (
  person: Pick<NewClient, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>,
  customer: Omit<Candidate, 'groupId'>,
): boolean => compareCustomers({ ...person, companyName: '' }, customer).isLikely;

/** A customer who is invited or recognised. @throws 404, 403 unless the caller may edit him, 409 while he is blocked or inactive */
export async function lockInvitedCustomer(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string,
): Promise<Candidate> {
  const customer = await lockCustomer(transaction, scope, customerId);
  if (customer.is_blocked) throw new AppError('customers.blocked');
  if (customer.is_inactive) throw new AppError('customers.inactive');
  const { id, group_id: groupId, first_name: firstName, last_name: lastName, email } = customer;
  return {
    id,
    groupId,
    firstName,
    lastName,
    companyName: customer.company_name,
    dateOfBirth: customer.date_of_birth,
    email,
  };
}

const invitedUnderage =
  'Ein eigener Zugang ist ab 18 Jahren möglich. Bitte nehmen Sie das Häkchen bei „Einen eigenen Zugang einrichten“ heraus und senden Sie Ihre Angaben ohne Zugang ab; für Sie handeln Ihre gesetzlichen Vertreter.';

/**
 * Adds the user of a customer, of the house's role Kunde. @returns null where the customer has one already, or the house has
 * no such role. @throws contracts.mailIsTaken, registration.underage
 */
export async function addClientUser(
  transaction: Transaction<Schema>,
  user: {
    readonly tenantId: string;
    readonly customerId: string;
    readonly userName: string;
    readonly fullName: string;
    readonly phoneNumber: string | null;
    /** null = he sets it by a link of his own. */
    readonly passwordHash: string | null;
    readonly at: string;
    /** The day of the house. */
    readonly today: string;
    /** By herself, asked and approved by nobody: the work list tells of her. */
    readonly isRegistered?: boolean;
    /** She asks for it herself: what she can do is said to her, not what an adviser can. */
    readonly isInvited?: boolean;
    /** What she agreed to; a null version = the house has no terms to agree to. */
    readonly terms: { readonly version: string | null; readonly acceptedAt: string };
  },
): Promise<string | null> {
  const { rows: born } = await sql<{
    dateOfBirth: string | null;
  }>`select date_of_birth as "dateOfBirth" from customers
    where tenant_id = ${user.tenantId} and id = ${user.customerId}`.execute(transaction);
  if (underageUntil(born[0]?.dateOfBirth ?? null, user.today) !== null)
    throw new AppError('registration.underage', user.isInvited ? { reason: invitedUnderage } : {});
  try {
    const { rows } = await sql<{ id: string }>`
      insert into users (tenant_id, user_name, full_name, phone_number, role_id, customer_id, password_hash,
        password_changed_at, registered_at, terms_version, terms_accepted_at)
      select ${user.tenantId}, ${user.userName}, ${user.fullName}, ${user.phoneNumber}, r.id, ${user.customerId},
        ${user.passwordHash}, ${user.passwordHash === null ? null : user.at}::timestamptz,
        ${user.isRegistered === true ? user.at : null}::timestamptz,
        ${user.terms.version}, ${user.terms.version === null ? null : user.terms.acceptedAt}::timestamptz
        from roles r where r.tenant_id = ${user.tenantId} and r.is_client_role
         and not exists (select from users u where u.tenant_id = r.tenant_id and u.customer_id = ${user.customerId})
       order by r.role_key = 'client' desc, r.id limit 1 returning id`.execute(transaction);
    return rows[0]?.id ?? null;
  } catch (error) {
    // users_user_name: the name is taken, in this or another tenant.
    if (errorCode(error) === '23505') throw new AppError('contracts.mailIsTaken', { cause: error });
    throw error;
  }
}
