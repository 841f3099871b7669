/**
 * Prefixes an ISIN may start with: ISO 3166-1 alpha-2, codes of past countries still in use on old
 * securities (AN, CS, SU, YU), and the non-national ones of ISO 6166 (EU, XA, XB, XC, XD, XF, XK, XS).
 */
const prefixes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY ' +
    'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
    'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
    'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ' +
    'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
    'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
    'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW ' +
    'AN CS SU YU EU XA XB XC XD XF XK XS'
  ).split(' '),
);

/** Why a text is no ISIN: not 12 characters of the right kind, an unknown prefix, or a wrong check digit. */
export type IsinFault = 'shape' | 'country' | 'checkDigit';

/** Upper case without surrounding blanks; nothing else is repaired. */
export function normalizeIsin(text: string): string {
  return text.trim().toUpperCase();
}

/** null for a valid ISIN (ISO 6166), else what is wrong with it. Expects normalised text. */
export function findIsinFault(isin: string): IsinFault | null {
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) return 'shape';
  if (!prefixes.has(isin.slice(0, 2))) return 'country';
  return isinCheckDigit(isin.slice(0, 11)) === Number(isin[11]) ? null : 'checkDigit';
}

export function isIsin(text: string): boolean {
  return findIsinFault(text) === null;
}

/**
 * Check digit of the first eleven characters: letters become two digits (A = 10 … Z = 35), then Luhn
 * (ISO 6166 annex, ISO/IEC 7812). Throws a RangeError for other characters.
 */
export function isinCheckDigit(body: string): number {
  if (!/^[A-Z0-9]{11}$/.test(body)) throw new RangeError('An ISIN body has eleven letters or digits.');
  let digits = '';
  for (const character of body) digits += Number.parseInt(character, 36).toString();
  let sum = 0;
  for (let index = digits.length - 1, doubles = true; index >= 0; index -= 1, doubles = !doubles) {
    const digit = Number(digits[index]) * (doubles ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}
