/** `set`: sign in with a password. `update`: the bank demands a new one. */
export type PasswordMode = 'set' | 'update';

export interface PasswordForm {
  mode: PasswordMode;
  password: string;
  newPassword: string;
  confirmation: string;
  /** Code and server message of the last failure. */
  failure: { code: string; message: string } | null;
  isRunning: boolean;
}

export const emptyPasswordForm: PasswordForm = {
  mode: 'set',
  password: '',
  newPassword: '',
  confirmation: '',
  failure: null,
  isRunning: false,
};

export interface PasswordRules {
  minLength: number;
  maxLength: number;
  pattern: string | null;
}

/** What keeps the form from being sent; null = it may go. */
export type PasswordFault = 'passwordMissing' | 'newPasswordMissing' | 'passwordDoNotMatch' | 'passwordRules';

/** The dialog's rule of validity: update mode needs both new fields, equal, and within the bank's rules. */
export function faultOf(form: PasswordForm, rules: PasswordRules | null): PasswordFault | null {
  if (form.password === '') return 'passwordMissing';
  if (form.mode === 'set') return null;
  if (form.newPassword === '' || form.confirmation === '') return 'newPasswordMissing';
  if (form.newPassword !== form.confirmation) return 'passwordDoNotMatch';
  return rules !== null && !fits(form.newPassword, rules) ? 'passwordRules' : null;
}

function fits(password: string, { minLength, maxLength, pattern }: PasswordRules): boolean {
  if (password.length < minLength || password.length > maxLength) return false;
  if (pattern === null) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(password);
  } catch {
    // A pattern this browser cannot read decides nothing; the bank checks again.
    return true;
  }
}

/**
 * The form after a refused call. "Must update" switches to update mode and keeps the password as the old one; any other
 * failure resets the state of the action, the fields stay.
 */
export function afterFailure(form: PasswordForm, failure: { code: string; message: string }): PasswordForm {
  const next = { ...form, failure, isRunning: false };
  return failure.code === 'traderAuth.mustUpdatePassword' ? { ...next, mode: 'update' } : next;
}
