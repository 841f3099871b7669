import { controlCharacter } from '../control-characters.ts';
import { earliestDay, latestDay } from '../date-text.ts';
import { germanDay } from '../german-figures.ts';
import { showsNothing } from '../shown-text.ts';

/**
 * Something a form says about one of its fields: the name of the field, what is wrong with it, and the figures its
 * words need. The words are in `field-issue-text.ts`; the same issues come back from the server as `validation`.
 */
export interface FieldIssue {
  readonly path: string;
  readonly code: FieldIssueCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

export const fieldIssueCodes = [
  'required',
  'nameMissing',
  'birthDay',
  'underage',
  'phoneNumber',
  'postalCode',
  'germanPostalCode',
  'country',
  'iban',
  'taxIdentificationNumber',
  'taxIdentificationNumberUnclear',
  'dayInFuture',
  'dayPassed',
  'holdingIncomplete',
  'holdingTooLarge',
  'holdingCostValue',
  'holdingPriceDay',
  'fundTwice',
  'sharesNotWhole',
  'movementDay',
  'movementQuantity',
  'movementFactor',
  'movementAmount',
  'movementAcquired',
  'paymentDay',
  'paymentStated',
  'paymentAmount',
  'paymentTwice',
  'paymentStatedTwice',
  'paymentStatedMissing',
  'linkedDepot',
  'beforeNewest',
  'tooLong',
  'tooShort',
  'smsSender',
  'invalidCharacters',
  'kept',
  'keyFormat',
  'bafinNumber',
  'bankId',
  'bic',
  'traderKindMissing',
  'traderBankIdMissing',
  'tooSmallPercent',
  'tooLargePercent',
  'tooSmallMoney',
  'tooLargeMoney',
  'outOfRange',
  'tooSmall',
  'wholeNumber',
  'precision',
  'noSuchDay',
  'endBeforeStart',
  'endNotAfterStart',
  'insurerOfTariff',
  'levelOfTariff',
  'colourFormat',
  'colourContrast',
  'isin',
  'wkn',
  'wknOfIsin',
  'currency',
  'currencyInUse',
  'successorMissing',
  'successorIsSelf',
  'successorUnexpected',
  'webAddress',
  'unknownReference',
  'ownNoteMentions',
  'ownNoteFollowUp',
  'nameExists',
  'mailAddress',
  'mailIsTaken',
  'clientRole',
  'staffRole',
  'hostName',
  'germanMissing',
  'hostNames',
  'hostTaken',
  'frameAncestors',
  'hostOfOperator',
  'hostOfUsual',
  'picture',
  'legalLink',
  'portNumber',
  'encryptionMissing',
  'innerHost',
  'groupCycle',
  'keyExists',
  'isinExists',
  'moneyMarketExists',
  'overlap',
  'questionTitle',
  'questionValues',
  'questionValueLabel',
  'questionTwice',
  'questionValueTwice',
  'questionNone',
  'questionCondition',
  'questionScale',
  'questionField',
  'questionFieldTwice',
  'questionProduct',
  'questionsMissing',
  'contradiction',
  'scalesMissing',
  'scaleUnused',
  'scaleUnknown',
  'classTable',
] as const;
export type FieldIssueCode = (typeof fieldIssueCodes)[number];

/** Whether a code of an answer is one these forms have words for. */
export function isFieldIssueCode(code: string): code is FieldIssueCode {
  return fieldIssueCodes.some((known) => known === code);
}

/** Issues of the members that have any, in the order given. */
export function issuesOf(...issues: readonly (FieldIssue | null)[]): FieldIssue[] {
  return issues.filter((issue) => issue !== null);
}

/** A text that must be there and not too long. */
export function checkName(path: string, value: string, limit: number): FieldIssue | null {
  if (showsNothing(value)) return { path, code: 'required' };
  return checkText(path, value, limit);
}

/** A text that may be missing but is never too long, and has no line breaks or control characters. */
export function checkText(path: string, value: string | null, limit: number): FieldIssue | null {
  if (value === null) return null;
  if (value.trim().length > limit) return { path, code: 'tooLong', params: { limit } };
  return controlCharacter.test(value.trim()) ? { path, code: 'invalidCharacters' } : null;
}

/** The same of a field of several lines: its line breaks are part of what is written. */
export const checkLines = (path: string, value: string | null, limit: number): FieldIssue | null =>
  checkText(path, value?.replaceAll(/\r?\n/g, ' ') ?? null, limit);

/** What a text is tested by: a pattern, or a rule that asks for more than one. */
export type TextShape = Pick<RegExp, 'test'>;

/** An optional text of a given shape; its own length is part of the shape. */
export function checkShape(
  path: string,
  value: string | null,
  shape: TextShape,
  code: FieldIssueCode,
): FieldIssue | null {
  return value === null || value.trim() === '' || shape.test(value.trim()) ? null : { path, code };
}

/** A day of the calendar from the first one a date input takes to `last`, as `YYYY-MM-DD`. */
export function isCalendarDay(day: string, last = latestDay): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < earliestDay || day > last) return false;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day;
}

/** A day that is none, or none between `first` and `last`. */
export const noSuchDay = (path: string, last = latestDay, first = earliestDay): FieldIssue => ({
  path,
  code: 'noSuchDay',
  params: { first: germanDay(first), last: germanDay(last) },
});
