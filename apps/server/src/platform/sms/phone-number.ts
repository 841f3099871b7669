import { isSamePhone } from '@depotwerk/domain/users/person-fields';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Country calling codes SMS may go to; others invite premium-number fraud. */
export const allowedCountryCodes: readonly string[] = ['49', '43', '41', '352'];

const refusedTypes = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'PAGER', 'VOICEMAIL']);

/**
 * A number an SMS may be sent to, in E.164 (`+4915123456789`), or null. Numbers without country code are
 * German.
 */
export function readSmsNumber(input: string): string | null {
  const number = parsePhoneNumberFromString(input, 'DE');
  if (!number?.isValid() || !allowedCountryCodes.includes(number.countryCallingCode)) return null;
  const type = number.getType();
  return type !== undefined && refusedTypes.has(type) ? null : number.number;
}

/** Whether two ways of writing say the same number: people confirm `+4915…` and forms show `+49 15 …`. null = none. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return (readSmsNumber(one) ?? one) === (readSmsNumber(other) ?? other) || isSamePhone(one, other);
}

/** `+49 ••• •••• 6789`: enough to recognise one's own number, too little to learn a foreign one. */
export function maskPhoneNumber(number: string): string {
  return `${number.slice(0, 3)} ••• •••• ${number.slice(-4)}`;
}
