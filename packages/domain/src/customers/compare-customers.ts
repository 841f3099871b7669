import { foldText } from '../fold-text.ts';
import { noBirthDay } from './birthdays.ts';

/** What two customers are compared by. */
export interface ComparedCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  /** `YYYY-MM-DD`; null = unknown. */
  readonly dateOfBirth: string | null;
  readonly email: string | null;
  /** The house's numbers of the customer, former ones and those of merged records included. */
  readonly numbers?: readonly string[];
}

export type Likeness = 'number' | 'name' | 'dateOfBirth' | 'email';

/**
 * Whether two customers may be one and the same, and what speaks for it. Two of full name, day of birth and mail have to
 * agree; one alone is never enough (couples share a mail, fathers and sons a name), but for a customer number, which is one
 * person's. Another day of birth, or a person
 * beside a firm, rules it out. Nothing is ever merged by this: a person decides.
 */
export function compareCustomers(
  one: ComparedCustomer,
  other: ComparedCustomer,
): { readonly isLikely: boolean; readonly likenesses: readonly Likeness[] } {
  const [birthDay, otherBirthDay] = [birthDayOf(one), birthDayOf(other)];
  const isRuledOut =
    isFirm(one) !== isFirm(other) ||
    (birthDay !== null && otherBirthDay !== null && birthDay !== otherBirthDay);
  const likenesses: Likeness[] = [];
  const sharesNumber = one.numbers?.some((number) => other.numbers?.includes(number)) ?? false;
  if (sharesNumber) likenesses.push('number');
  if (nameOf(one) === nameOf(other)) likenesses.push('name');
  if (birthDay !== null && birthDay === otherBirthDay) likenesses.push('dateOfBirth');
  if (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase()) likenesses.push('email');
  return { isLikely: !isRuledOut && (sharesNumber || likenesses.length >= 2), likenesses };
}

const birthDayOf = ({ dateOfBirth }: ComparedCustomer) => (dateOfBirth === noBirthDay ? null : dateOfBirth);
const isFirm = ({ firstName, companyName }: ComparedCustomer) => companyName !== '' && firstName === '';
const nameOf = ({ firstName, lastName }: ComparedCustomer) => foldText(`${lastName} ${firstName}`);
