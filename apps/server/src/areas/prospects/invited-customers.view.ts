import { isFirm } from '@depotwerk/domain/customers/is-firm';
import type { NotInvited } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape } from '@depotwerk/domain/master-data/field-issue';
import { hasOwnAccess } from '../../platform/customers/own-access.ts';
import type { Parameters } from '../../platform/database/parameters.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';

/** A customer of many, as far as it decides whether she can be invited. */
export interface Chosen {
  readonly id: string;
  readonly groupId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly dateOfBirth: string | null;
  readonly isBlocked: boolean;
  readonly isInactive: boolean;
  readonly hasAccess: boolean;
  readonly isInvited: boolean;
  readonly hasProfile: boolean;
}

/** Columns of `customers u` for them, for a preview and for the work itself. */
export function chosenColumns(services: Pick<SignInServices, 'clock'>, parameters: Parameters): string {
  const now = parameters.add(new Date(services.clock()).toISOString());
  const today = parameters.add(todayOfHouse(services));
  return `u.id, u.group_id as "groupId", u.first_name as "firstName", u.last_name as "lastName",
    u.company_name as "companyName", u.email, u.phone_number as "phoneNumber",
    u.date_of_birth::text as "dateOfBirth", u.is_blocked as "isBlocked", u.is_inactive as "isInactive",
    ${hasOwnAccess('u.tenant_id', 'u.id')} as "hasAccess",
    exists (select from preregistrations p where p.tenant_id = u.tenant_id and p.customer_id = u.id
      and p.status in ('open', 'started') and p.expires_at > ${now}) as "isInvited",
    coalesce(u.profile_valid_until >= ${today}::date, false) as "hasProfile"`;
}

/** Why somebody is not invited; null where she is. */
export function obstacleOf(scope: Scope, customer: Chosen): NotInvited | null {
  if (!hasGroupRight(scope, 'groupCustomers.edit', customer.groupId)) return 'noRight';
  if (customer.isBlocked) return 'blocked';
  if (customer.isInactive) return 'inactive';
  if (customer.hasProfile) return 'validProfile';
  if (customer.hasAccess) return 'hasAccess';
  if (customer.isInvited) return 'invited';
  if (isFirm(customer)) return 'company';
  if (customer.firstName === '') return 'noFirstName';
  if (customer.email === null || checkShape('email', customer.email, mailAddressShape, 'mailAddress'))
    return 'noMail';
  return customer.dateOfBirth === null ? 'noDateOfBirth' : null;
}
