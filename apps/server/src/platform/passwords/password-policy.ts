import { commonPasswords, foldPassword, isFavouriteInDisguise, shortestUnit } from './common-passwords.ts';

export const minPasswordLength = 12;
export const maxPasswordLength = 256;
const shortestContextWord = 4;

export type PasswordWeakness = 'tooShort' | 'tooLong' | 'common' | 'pattern' | 'context';

/**
 * Why a new password is refused, or null: length, the common ones, what repeats or counts up, and words
 * of the surroundings. No rules about kinds of characters; the password is taken as typed.
 * @param context product, company, application title, user name; they are split into words here
 */
export function findWeakness(password: string, context: readonly string[]): PasswordWeakness | null {
  const length = [...password].length;
  if (length < minPasswordLength) return 'tooShort';
  if (length > maxPasswordLength) return 'tooLong';
  if (commonPasswords().has(password.toLowerCase()) || isFavouriteInDisguise(password)) return 'common';
  if (isPattern(password.toLowerCase())) return 'pattern';
  const folded = foldPassword(password);
  const lower = password.toLowerCase();
  const isNamed = contextWords(context).some(
    (word) => lower.includes(word) || folded.includes(foldPassword(word)),
  );
  return isNamed ? 'context' : null;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertzuiopüasdfghjklöäyxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const walks = rows.flatMap((row) => [row + row, [...row, ...row].toReversed().join('')]);

function isPattern(text: string): boolean {
  if (new Set(text).size <= 3 || shortestUnit(text).length <= 4) return true;
  return walks.some((walk) => walk.includes(text));
}

function contextWords(context: readonly string[]): string[] {
  return context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= shortestContextWord);
}
