import * as z from 'zod/mini';
import { text } from './fields.ts';

/** Taken as typed, never trimmed; the policy of passwords is checked on setting, not here. */
export const password = z.string().check(
  z.minLength(1),
  z.maxLength(256),
  z.refine((value) => value.isWellFormed(), { error: 'invalidCharacters' }),
);

export const newPassword = password;

export const userName = text(100, 1);

/** Apps and messages show codes in groups, and so they are typed: blanks are no part of them. */
export const code = z.string().check(
  z.maxLength(100),
  z.overwrite((typed) => typed.replaceAll(/\s/g, '')),
  z.regex(/^[0-9A-Za-z-]{4,32}$/),
);
