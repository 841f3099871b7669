import { controlCharacter } from '../control-characters.ts';
import { showsNothing } from '../shown-text.ts';
import type { RuleCode } from './rule-texts.ts';
import type { RuleIssue } from './tariff-drafts.ts';

/** What a number has to be; limits in the unit of the draft. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Decimal places allowed in the unit people type. */
  readonly precision: number;
  /** Unit people type and read: percent of fractions are stored as fractions, `percent` is stored as typed. */
  readonly unit?: 'fraction' | 'percent' | 'euro';
}

type Params = NonNullable<RuleIssue['params']>;

/** A finding with the code of its text. */
export const issue = (path: string, code: RuleCode, params?: Params): RuleIssue =>
  params ? { path, code, params } : { path, code };

/** One finding or none, to be spread into a list. */
export const issueIf = (isWrong: boolean, path: string, code: RuleCode, params?: Params): RuleIssue[] =>
  isWrong ? [issue(path, code, params)] : [];

/** A text that has to be there and may have so many characters. */
export function checkText(path: string, value: string, maximum: number, isRequired = true): RuleIssue[] {
  if (isRequired && showsNothing(value)) return [issue(path, 'required')];
  return issueIf(value.length > maximum, path, 'tooLong', { max: maximum });
}

/** A name: a text of one line that has to be there; as `checkName` of master data, with the codes of tariffs. */
export function checkTariffName(path: string, value: string, maximum: number): RuleIssue[] {
  const issues = checkText(path, value, maximum);
  return issues.length > 0 ? issues : issueIf(controlCharacter.test(value.trim()), path, 'invalidCharacters');
}

const keyPattern = /^[A-Za-z0-9_.-]+$/;

/** Key of a tariff or component: letters without umlauts, digits and `_ . -`, at most 50. */
export function checkKey(path: string, value: string): RuleIssue[] {
  const issues = checkText(path, value, 50);
  return issues.length > 0 ? issues : issueIf(!keyPattern.test(value), path, 'keyFormat');
}

/** A choice that has to be made and, where the choices are fixed, is one of them. */
export function checkChoice(
  path: string,
  value: number | string | null,
  choices?: readonly number[],
): RuleIssue[] {
  if (value === null || value === '') return [issue(path, 'required')];
  return issueIf(choices !== undefined && !choices.some((choice) => choice === value), path, 'unknownValue');
}

/** Whether a number has no more decimal places than allowed; percent of a fraction have two places less. */
function hasPrecision(value: number, { precision, unit }: NumberLimits): boolean {
  const places = unit === 'fraction' ? precision + 2 : precision;
  return Number(value.toFixed(places)) === value;
}

/** A number that has to be there, inside its limits and not more exact than its field. */
export function checkNumber(
  path: string,
  value: number | null,
  limits: NumberLimits,
  isRequired = true,
): RuleIssue[] {
  if (value === null) return issueIf(isRequired, path, 'required');
  const { min, max, precision } = limits;
  const unit = limits.unit ?? 'number';
  if (!Number.isFinite(value)) return [issue(path, 'unknownValue')];
  if (min !== undefined && value < min) return [issue(path, 'tooSmall', { min, unit })];
  if (max !== undefined && value > max) return [issue(path, 'tooLarge', { max, unit })];
  return issueIf(!hasPrecision(value, limits), path, 'precision', { precision });
}

/** Ids that stand in a list twice. */
export function checkDistinct(path: string, ids: readonly number[]): RuleIssue[] {
  return issueIf(new Set(ids).size !== ids.length, path, 'duplicate');
}
