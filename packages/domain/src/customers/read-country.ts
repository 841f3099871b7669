import { foldText } from '../fold-text.ts';

/** Signs of vehicles and ISO codes of three letters, as old systems write the country of an address. */
const otherSigns: Readonly<Record<string, string>> = {
  D: 'DE',
  DEU: 'DE',
  A: 'AT',
  AUT: 'AT',
  CHE: 'CH',
  FL: 'LI',
  F: 'FR',
  I: 'IT',
  L: 'LU',
  B: 'BE',
  E: 'ES',
  P: 'PT',
  H: 'HU',
  S: 'SE',
  N: 'NO',
};

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes in use by themselves and by their German names; made at the first question. */
let known: ReadonlyMap<string, string> | null = null;
function countries(): ReadonlyMap<string, string> {
  if (known !== null) return known;
  const names = new Intl.DisplayNames(['de'], { type: 'region', fallback: 'none' });
  known = new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const sign = first + second;
        // Of a country that is called something else by now: UK is GB.
        const code = new Intl.Locale(`und-${sign}`).region ?? sign;
        const name = names.of(code);
        return name === undefined
          ? []
          : ([
              [sign, code],
              [foldText(name), code],
            ] as const);
      }),
    ),
  );
  return known;
}

/** The two letters (ISO 3166) of a country that is written as such, as the sign of its vehicles or in German; null = none. */
export function readCountry(text: string): string | null {
  const sign = text.trim().toUpperCase();
  if (Object.hasOwn(otherSigns, sign)) return otherSigns[sign] ?? null;
  return countries().get(sign) ?? countries().get(foldText(text.trim())) ?? null;
}
