import { underageUntil } from '@depotwerk/domain/customers/majority';
import { personName } from '@depotwerk/domain/customers/person-name';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';

/** Everybody who holds contract `c`. */
const holderIds = `select c.customer_id union all select h.customer_id from contract_holders h
    where h.tenant_id = c.tenant_id and h.contract_id = c.id`;

/** Known days of birth of everybody who holds contract `c`; null where none is known. */
export const birthDaysSelection = `(select json_agg(b.date_of_birth) from customers b
    where b.tenant_id = c.tenant_id and b.date_of_birth is not null and b.id in (${holderIds}))`;

/** How many of these are underage on a day (ISO), and until when one of them is; undefined where nobody is. */
export function underageOn(birthDays: readonly string[] | null, day: string): AdviceInput['underageHolders'] {
  const days = (birthDays ?? []).flatMap((birthDay) => underageUntil(birthDay, day) ?? []).toSorted();
  const until = days.at(-1);
  return until === undefined ? undefined : { count: days.length, until };
}

/** A holder with the day she was born. */
export interface BornHolder {
  readonly customerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
}

/** The same with names, the customer of the contract first; null where no day of birth is known. */
export const bornHoldersSelection = `(select json_agg(json_build_object('customerId', b.id, 'firstName', b.first_name, 'lastName', b.last_name,
      'dateOfBirth', b.date_of_birth) order by b.id <> c.customer_id, b.date_of_birth, b.id) from customers b
    where b.tenant_id = c.tenant_id and b.date_of_birth is not null and b.id in (${holderIds}))`;

/** Those who are underage on a day (ISO), and when each comes of age. */
export const underageOf = (
  holders: readonly BornHolder[] | null,
  day: string,
): { customerId: string; name: string; until: string }[] =>
  (holders ?? []).flatMap((holder) => {
    const until = underageUntil(holder.dateOfBirth, day);
    return until === null ? [] : [{ customerId: holder.customerId, name: personName(holder), until }];
  });
