import { ImportRefused } from '../../../../platform/table-files/import-refused.ts';

/** Place of a field in a record: its first byte from 1, and its length. */
export type Place = readonly [from: number, length: number];

/** Every record of the format has this length; what is shorter was cut by whoever handled the file. */
export const recordLength = 256;

/**
 * What is read of the records of the GDV data set "Bestand" (Verband der Versicherungswirtschaft, release 2018), by record
 * kind, branch and part. Places are the same since the release of 2009.
 */
export const places = {
  any: { kind: [1, 4], insurer: [5, 5], branch: [11, 3], number: [14, 17], part: [256, 1] },
  /** 0001: who sends. */
  opening: { sender: [10, 30] },
  /** 0100 part 1: who somebody is. */
  person: {
    salutation: [43, 1],
    name1: [44, 30],
    name2: [74, 30],
    name3: [104, 30],
    title: [134, 20],
    country: [154, 3],
    postalCode: [157, 6],
    city: [163, 25],
    street: [188, 30],
    dateOfBirth: [226, 8],
    role: [237, 2],
  },
  /** 0100 part 2: numbers of the customer and four ways to reach him, kind and number each. */
  reach: {
    consumerKey: [43, 17],
    customerKey: [60, 17],
    kind1: [157, 2],
    way1: [159, 20],
    kind2: [179, 2],
    way2: [181, 20],
    kind3: [201, 2],
    way3: [203, 20],
    kind4: [223, 2],
    way4: [225, 20],
  },
  /** 0100 part 3: three longer ways to reach him. */
  reachLong: {
    kind1: [43, 2],
    way1: [45, 60],
    kind2: [105, 2],
    way2: [107, 60],
    kind3: [167, 2],
    way3: [169, 60],
  },
  /** 0100 part 4. */
  account: { iban: [209, 34] },
  /** 0200 part 1: the contract in general. */
  general: {
    start: [44, 8],
    end: [52, 8],
    interval: [68, 1],
    leftOn: [72, 8],
    currency: [113, 3],
    contribution: [116, 12],
    consumerKey: [159, 17],
    customerKey: [176, 17],
    otherNumber: [209, 17],
    otherNumberIs: [226, 1],
  },
  /** 0200 part 2. */
  generalProduct: { product: [114, 20] },
  /** 0210.010 part 2. */
  lifeProduct: { product: [97, 20] },
  /** 0220.010: risks 7 (life) and 9 (annuity) are linked to funds; their names of the tariff stand at two places. */
  risk: { risk: [60, 1], tariffOf7: [142, 20], tariffOf9: [102, 20] },
  /** 0230.010: one fund of the contract. */
  fund: {
    wkn: [66, 6],
    isin: [82, 12],
    name: [94, 50],
    quantity: [145, 14],
    day: [159, 8],
    share: [167, 7],
  },
  /** 9999: how many records there are. */
  closing: { count: [5, 10] },
} as const satisfies Record<string, Record<string, Place>>;

/** One record with the line it stands in. */
export interface GdvRecord {
  readonly line: number;
  readonly text: string;
}

/** A field without the blanks that fill it; empty where the record says nothing. */
export const fieldOf = ({ text }: GdvRecord, [from, length]: Place): string =>
  text.slice(from - 1, from - 1 + length).trim();

/** Digits of an amount with so many decimals, as a number; the text itself where it is no amount; empty for nothing. */
export function amountOf(record: GdvRecord, place: Place, decimals: number): number | string {
  const text = fieldOf(record, place);
  return /^\d+$/.test(text) ? Number(text) / 10 ** decimals : text;
}

/** `TTMMJJJJ` as `YYYY-MM-DD`; empty where day or month are unknown (`00`) or nothing is said. */
export function dayOf(record: GdvRecord, place: Place): string {
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})(\d{4})$/.exec(fieldOf(record, place)) ?? [];
  return day === '' || day === '00' || month === '00' || year === '0000' ? '' : `${year}-${month}-${day}`;
}

/** Whether a file begins like one of the GDV. */
export const isGdv = (start: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?0001[^\r\n]{252}(?:\r|\n|$|0)/.test(start.toString('latin1'));

/**
 * The records of a file: one a line, or without line breaks one every 256 characters.
 * @throws ImportRefused where the file is cut off, is no such file, or was written by DOS
 */
export function recordsOf(text: string): GdvRecord[] {
  const whole = text.replace(/^\uFEFF/, '');
  if (dosUmlauts.test(whole) && !/[äöüÄÖÜ]/.test(whole))
    throw new ImportRefused(
      'Die Umlaute der Datei stehen in einer DOS-Kodierung. Bitte lassen Sie sie in ISO 8859-1 oder UTF-8 liefern.',
    );
  const lines = /[\r\n]/.test(whole) ? whole.split(/\r\n|\r|\n/) : (whole.match(/.{1,256}/gsu) ?? []);
  const records = lines.flatMap((each, index) =>
    each.trim() === '' ? [] : [{ line: index + 1, text: each }],
  );
  checkWhole(records);
  return records;
}

/** How Windows-1252 shows what DOS writes for ü, ä, ö and Ö. */
const dosUmlauts = /[\u0081„”™]/;

/** A transmission ends with a record that counts it: without it, or with fewer records than it counts, some are lost. */
function checkWhole(records: readonly GdvRecord[]): void {
  const tooLong = records.find(({ text }) => text.length > recordLength);
  if (tooLong)
    throw new ImportRefused(
      `Zeile ${tooLong.line} ist länger als ${recordLength} Zeichen: Das ist kein GDV-Datensatz.`,
    );
  let count = 0;
  let isOpen = false;
  for (const record of records) {
    const kind = fieldOf(record, places.any.kind);
    if (kind === '0001') {
      if (!isOpen) count = 0;
      isOpen = true;
    } else if (kind === '9999') {
      const named = Number(fieldOf(record, places.closing.count));
      if (named > count)
        throw new ImportRefused(
          `Die Datei ist unvollständig: Der Nachsatz in Zeile ${record.line} nennt ${named} Sätze, da sind ${count}.`,
        );
      isOpen = false;
    } else count += 1;
  }
  if (isOpen)
    throw new ImportRefused('Die Datei ist unvollständig: Der Nachsatz (Satzart 9999) am Ende fehlt.');
}
