import { type MovementKind, movementKindNames } from '../contracts/fund-movements.ts';
import { foldText } from '../fold-text.ts';
import { withoutHeaderUnit } from '../imports/header-unit.ts';

/** How the text of a cell is read. */
export type BookFieldKind =
  | 'text'
  | 'day'
  | 'number'
  | 'percent'
  | 'interval'
  | 'movement'
  | 'isin'
  | 'iban'
  | 'mail'
  | 'phone'
  | 'postalCode'
  | 'country';

interface BookField {
  /** As the screen and the documentation name it. */
  readonly label: string;
  readonly kind: BookFieldKind;
  /** Headers banks, insurers and advisers use, German and English, as `headerKey` writes them; only exact ones are recognised, with or without a unit. */
  readonly headers: readonly string[];
}

/** A header by its letters and figures alone: "Kd-Nr." and "KdNr" mean the same column. */
const headerKey = (header: string): string => foldText(header).replaceAll(/[^\p{L}\p{N}%]/gu, '');

const field = (label: string, kind: BookFieldKind, ...headers: string[]): BookField => ({
  label,
  kind,
  headers: [label, ...headers].map(headerKey),
});

/** Everything a book of business may say, one column each. */
export const bookFields = {
  customerKey: field(
    'Kundennummer',
    'text',
    'Kunden-Nr.',
    'Kd-Nr.',
    'Customer number',
    'Customer no.',
    'Client number',
  ),
  salutation: field('Anrede', 'text', 'Salutation'),
  title: field('Titel', 'text', 'Title'),
  firstName: field('Vorname', 'text', 'First name'),
  lastName: field('Nachname', 'text', 'Name', 'Familienname', 'Nachname, Vorname', 'Last name', 'Surname'),
  companyName: field('Firma', 'text', 'Firmenname', 'Company', 'Company name'),
  dateOfBirth: field(
    'Geburtsdatum',
    'day',
    'Geb.-Datum',
    'Geboren am',
    'Geburtstag',
    'Date of birth',
    'Birthday',
  ),
  email: field('E-Mail-Adresse', 'mail', 'E-Mail', 'Mail', 'E-mail address'),
  phoneNumber: field('Telefonnummer', 'phone', 'Telefon', 'Tel.', 'Mobil', 'Phone', 'Phone number'),
  street: field('Straße', 'text', 'Straße und Hausnummer', 'Anschrift', 'Street', 'Address'),
  postalCode: field('Postleitzahl', 'postalCode', 'PLZ', 'Postal code', 'Postcode', 'ZIP'),
  city: field('Ort', 'text', 'Wohnort', 'Stadt', 'City', 'Town'),
  country: field('Land', 'country', 'Länderkennzeichen', 'Staat', 'Country'),
  iban: field('IBAN', 'iban'),
  groupName: field('Gruppe', 'text', 'Filiale', 'Vermittler', 'Group', 'Branch'),
  customerTags: field('Schlagwörter des Kunden', 'text', 'Customer tags'),
  contractNumber: field(
    'Vertragsnummer',
    'text',
    'Depotnummer',
    'Policennummer',
    'Vertrags-Nr.',
    'Vertrag-Nr.',
    'Depot-Nr.',
    'Contract number',
    'Contract no.',
    'Policy number',
    'Policy no.',
  ),
  oldContractNumber: field('Vertragsnummer alt', 'text', 'Depotnummer alt', 'Old contract number'),
  issuerName: field(
    'Institut',
    'text',
    'Bank',
    'Depotbank',
    'Emittent',
    'Gesellschaft',
    'Institution',
    'Issuer',
    'Custodian',
  ),
  tariffName: field('Tarif', 'text', 'Tarifschlüssel', 'Produkt', 'Tariff', 'Product'),
  startDate: field('Beginn', 'day', 'Vertragsbeginn', 'Beginndatum', 'Start', 'Start date'),
  endDate: field('Ende', 'day', 'Ablauf', 'Vertragsende', 'End', 'End date', 'Maturity'),
  consumerKey: field('Kundennummer beim Institut', 'text', 'Customer no. at institution'),
  /** Of the contract where the line names one, else of the customer. */
  tags: field('Schlagwörter', 'text', 'Schlagwort', 'Tags', 'Schlagwörter des Vertrags'),
  isin: field('ISIN', 'isin'),
  quantity: field(
    'Anteile',
    'number',
    'Stück',
    'Stücke',
    'Stück/Nominale',
    'Nominale/Stück',
    'Stückzahl',
    'Bestand',
    'Anzahl',
    'Units',
    'Quantity',
    'Shares',
  ),
  price: field('Kurs', 'number', 'Anteilswert', 'Preis', 'Price', 'Unit price'),
  priceDate: field('Kursdatum', 'day', 'Kurs vom', 'Kurs per', 'Kurs am', 'Kurstag', 'Price date'),
  costValue: field('Einstandswert', 'number', 'Einstand in Euro', 'Cost value', 'Purchase value'),
  valuationDate: field('Stichtag', 'day', 'Bewertungstag', 'Bestand vom', 'Valuation date'),
  /** What the figures of the line are in: nothing but euros is taken. */
  currency: field('Währung', 'text', 'Währungskennzeichen', 'Whg.', 'Currency'),
  contribution: field('Beitrag', 'number', 'Sparrate', 'Sparbetrag', 'Contribution', 'Savings rate'),
  contributionInterval: field(
    'Zahlweise',
    'interval',
    'Turnus',
    'Zahlungsweise',
    'Payment interval',
    'Frequency',
  ),
  planValidFrom: field('Sparplan ab', 'day', 'Savings plan from'),
  share: field(
    'Sparplan-Anteil',
    'percent',
    'Anteil in %',
    'Anteil %',
    'Aufteilung',
    'Savings plan share',
    'Allocation',
  ),
  valueDate: field('Wertdatum', 'day', 'Datum', 'Value date', 'Date'),
  totalValue: field(
    'Vertragswert',
    'number',
    'Wert',
    'Gesamtwert',
    'Depotwert',
    'Contract value',
    'Total value',
    'Value',
  ),
  movementDay: field(
    'Umsatzdatum',
    'day',
    'Kaufdatum',
    'Kauftag',
    'Transaction date',
    'Purchase date',
    'Movement date',
  ),
  movementKind: field('Umsatzart', 'movement', 'Transaction type', 'Kind of movement'),
  movementQuantity: field(
    'Umsatz-Anteile',
    'number',
    'Gekaufte Anteile',
    'Transaction units',
    'Movement units',
  ),
  movementAmount: field('Umsatzbetrag', 'number', 'Kaufbetrag', 'Transaction amount', 'Movement amount'),
  /** All that was paid in up to a day, less what was taken out. */
  paidIn: field(
    'Eingezahlt',
    'number',
    'Einzahlungen',
    'Eingezahlte Beiträge',
    'Summe Einzahlungen',
    'Netto eingezahlt',
    'Bisher eingezahlt',
    'Paid in',
    'Net payments',
  ),
  paidDay: field('Eingezahlt bis', 'day', 'Stand Einzahlungen', 'Einzahlungen bis', 'Paid in until'),
} as const satisfies Record<string, BookField>;

export type BookFieldName = keyof typeof bookFields;
// The keys of the table are its names.
export const bookFieldNames = Object.keys(bookFields) as readonly BookFieldName[];

export interface BookParts {
  readonly hasContracts: boolean;
  readonly hasHoldings: boolean;
  readonly hasPlans: boolean;
  readonly hasValues: boolean;
  readonly hasMovements: boolean;
  readonly hasPayments: boolean;
}

/** What a file is about; one that names several things is all of them. */
export function bookParts(mapping: readonly (BookFieldName | null)[]): BookParts {
  const has = (...names: BookFieldName[]) => names.every((name) => mapping.includes(name));
  return {
    hasContracts: has('contractNumber'),
    hasHoldings: has('contractNumber', 'isin', 'quantity'),
    hasPlans: has('contractNumber', 'isin', 'share'),
    hasValues: has('contractNumber', 'valueDate', 'totalValue'),
    hasMovements: has('contractNumber', 'isin', 'movementDay', 'movementQuantity'),
    hasPayments: has('contractNumber', 'paidIn'),
  };
}

/** Lists of addresses name the private one of several, and a mobile phone in full. */
const plainKey = (key: string) =>
  key.replace(/privat$/, '').replace(/^mobil(telefon|nummer)$|^handy(nummer)?$/, 'mobil');

const fieldOf = (key: string) =>
  bookFieldNames.find((name) => [key, plainKey(key)].some((each) => bookFields[name].headers.includes(each)));

/** The key of a header; without its unit where only that is known. */
function knownKey(header: string): string {
  const key = headerKey(header);
  const bare = headerKey(withoutHeaderUnit(header));
  return fieldOf(key) === undefined && fieldOf(bare) !== undefined ? bare : key;
}

/**
 * The field of each column by its exact header; a header that comes twice counts the first time. Beside holdings "Datum" and
 * "Wert" are those of the holding, not of the contract: only its own words are taken there.
 */
export function recogniseColumns(headers: readonly string[]): (BookFieldName | null)[] {
  const taken = new Set<BookFieldName>();
  const keys = headers.map(knownKey);
  const mapping = keys.map((key) => {
    const name = fieldOf(key);
    if (name === undefined || key === '' || taken.has(name)) return null;
    // Another column has the very name: beside "Nachname" a "Name" is something else.
    const label = headerKey(bookFields[name].label);
    if (key !== label && keys.includes(label)) return null;
    taken.add(name);
    return name;
  });
  if (!taken.has('isin') || !taken.has('quantity')) return mapping;
  return mapping.map((name, column) =>
    (name === 'valueDate' || name === 'totalValue') && keys[column] !== headerKey(bookFields[name].label)
      ? null
      : name,
  );
}

/** What keeps a mapping from being used, as a German sentence; null when it can be. */
export function mappingFault(mapping: readonly (BookFieldName | null)[]): string | null {
  const named = mapping.filter((name) => name !== null);
  if (new Set(named).size < named.length) return 'Jedes Feld darf nur einer Spalte zugeordnet sein.';
  if (mapping.includes('contractNumber')) return null;
  if (named.some((name) => ['isin', 'share', 'totalValue', 'paidIn'].includes(name))) {
    return 'Bestände, Sparpläne, Werte und Einzahlungen brauchen die Spalte „Vertragsnummer“.';
  }
  const hasName = mapping.includes('lastName') || mapping.includes('companyName');
  return hasName || mapping.includes('customerKey')
    ? null
    : 'Bitte ordnen Sie mindestens „Vertragsnummer“, „Kundennummer“ oder einen Namen zu.';
}

/** What a file may be about, the columns that show it is meant, and those it needs beside the number of the contract. */
const partColumns: readonly {
  readonly gap: string;
  readonly shownBy: readonly BookFieldName[];
  readonly needs: readonly BookFieldName[];
}[] = [
  {
    gap: 'Bestände werden nicht übernommen',
    shownBy: ['quantity', 'price', 'costValue'],
    needs: ['isin', 'quantity'],
  },
  { gap: 'Sparpläne werden nicht übernommen', shownBy: ['share', 'contribution'], needs: ['isin', 'share'] },
  {
    gap: 'Frühere Vertragswerte werden nicht übernommen',
    shownBy: ['totalValue'],
    needs: ['valueDate', 'totalValue'],
  },
  {
    gap: 'Umsätze werden nicht übernommen',
    shownBy: ['movementDay', 'movementQuantity', 'movementAmount'],
    needs: ['isin', 'movementDay', 'movementQuantity'],
  },
];

/**
 * What a mapping means and leaves out, as German sentences: columns that are mapped and taken for nothing, because another one
 * that goes with them is not. Possible, and more often a column that was not recognised: said, not refused.
 */
export function mappingGaps(mapping: readonly (BookFieldName | null)[]): string[] {
  if (!mapping.includes('contractNumber')) return [];
  const { hasHoldings, hasPlans, hasMovements } = bookParts(mapping);
  const hasFunds = hasHoldings || hasPlans || hasMovements;
  return partColumns.flatMap(({ gap, shownBy, needs }, index) => {
    // A fund alone means a holding.
    const isMeant =
      shownBy.some((name) => mapping.includes(name)) ||
      (index === 0 && mapping.includes('isin') && !hasFunds);
    const missing = needs.filter((name) => !mapping.includes(name)).map((name) => bookFields[name].label);
    if (!isMeant || missing.length === 0) return [];
    return [
      missing.length === 1
        ? `${gap}: Es fehlt die Spalte „${missing[0]}“.`
        : `${gap}: Es fehlen die Spalten „${missing.slice(0, -1).join('“, „')}“ und „${missing.at(-1)}“.`,
    ];
  });
}

/**
 * A contract number as it is compared, by files and by depots of the banks: blanks, hyphens, slashes and small letters are
 * spelling, zeros and letters are not. The database does the same in contract_match_key(); both are compared by a test.
 */
export function contractMatchKey(number: string): string {
  return number
    .normalize('NFC')
    .replaceAll(/[\s/-]/g, '')
    .replaceAll(/[a-zäöü]/g, (letter) => letter.toUpperCase());
}

const intervals: Readonly<Record<string, number>> = {
  '1': 1,
  monatlich: 1,
  '4': 4,
  vierteljaehrlich: 4,
  quartalsweise: 4,
  '6': 6,
  halbjaehrlich: 6,
  '12': 12,
  jaehrlich: 12,
};

/** Months between payments; null when the text names none. */
export function readInterval(text: string): number | null {
  const folded = foldText(text);
  return Object.hasOwn(intervals, folded) ? (intervals[folded] ?? null) : null;
}

/** Kinds a line may be; a split is no matter of units and is entered by hand. */
export const bookMovementKinds = [
  'purchase',
  'sale',
  'transferIn',
  'transferOut',
] as const satisfies readonly MovementKind[];

/** The kind of movement a text names; null when it names none. */
export const readMovementKind = (text: string): MovementKind | null =>
  bookMovementKinds.find((kind) => foldText(movementKindNames[kind]) === foldText(text)) ?? null;
