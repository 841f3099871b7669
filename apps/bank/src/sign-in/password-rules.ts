/** What new bank passwords must look like; the product shows these rules in its dialog. */
export const passwordRules = {
  minLength: 8,
  maxLength: 40,
  pattern: '^(?=.*[A-Za-zÄÖÜäöüß])(?=.*[0-9]).+$',
} as const;

export function meetsPasswordRules(password: string): boolean {
  const { minLength, maxLength, pattern } = passwordRules;
  return (
    password.length >= minLength && password.length <= maxLength && new RegExp(pattern, 'u').test(password)
  );
}
