interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
}

/**
 * Whether a customer is a firm and no person of one: its name stands in the place of the last name, too. Another one there is who is spoken
 * to, also without a first name.
 */
export function isFirm({ firstName, lastName, companyName }: Named): boolean {
  const firm = (companyName ?? '').trim();
  return firm !== '' && firstName.trim() === '' && ['', firm].includes(lastName.trim());
}
