/**
 * A telephone number as it is shown: international with hyphens (`+49-30-1234567`); numbers without country code are
 * German. What cannot be read as a number stays as it was typed. The library is fetched when the first field is left.
 */
export async function formatPhoneText(typed: string): Promise<string> {
  if (typed.trim() === '') return '';
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const number = parsePhoneNumberFromString(typed, 'DE');
  return number?.isPossible() ? number.formatInternational().replaceAll(' ', '-') : typed;
}
