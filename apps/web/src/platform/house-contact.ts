/** Every way the house has named to ask it, the one that is answered at once first; null where it has named none. */
export function houseContact({
  supportPhone,
  supportMail,
}: {
  readonly supportPhone: string | null;
  readonly supportMail: string | null;
}): string | null {
  const ways = [supportPhone, supportMail].filter((way) => way !== null);
  return ways.length === 0 ? null : ways.join(', ');
}
