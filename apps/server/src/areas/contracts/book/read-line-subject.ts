import { type BookFieldName, bookFields, contractMatchKey } from '@depotwerk/domain/book/book-fields';
import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import { foldText } from '@depotwerk/domain/fold-text';
import { splitTags, tagNameLimit, tagSeparator } from '@depotwerk/domain/tags/tag-fields';
import type { DecimalMark } from '../../../platform/table-files/decimal-mark.ts';
import { quoteCell } from '../../../platform/table-files/source-table.ts';
import type { BookReferences, Unusable } from './book-references.ts';
import type { BookValues } from './check-book-line.ts';

/** What the lines of a file are read with. */
export interface BookReading {
  readonly mapping: readonly (BookFieldName | null)[];
  /** null where the file does not show it: a number that could be read in two ways is refused then. */
  readonly decimal: DecimalMark | null;
  readonly references: BookReferences;
  /** Group of new customers whose line names none. */
  readonly groupId: string | null;
  /** Whether tags the house does not have yet are made. */
  readonly mayCreateTags: boolean;
  /** `YYYY-MM-DD` for holdings without a day of their own. */
  readonly valuationDate: string;
  /** `YYYY-MM-DD`; what has happened lies not after it. */
  readonly today: string;
}

/** Whom and which contract a line is about; most lines repeat it of the line above. */
export interface LineSubject {
  readonly refusal: string | null;
  readonly customerRef: string | null;
  /** JSON of the columns of the customer the line says. */
  readonly customer: string | null;
  /** 0 where the line names a contract without an institution. */
  readonly issuerId: number | null;
  readonly matchKey: string | null;
  readonly contract: string | null;
  readonly customerTags: string | null;
  readonly contractTags: string | null;
}

/** Reads whom a line is about, with the first thing it names that is not there. */
export function readSubject(values: BookValues, reading: BookReading): LineSubject {
  const references = refer(values, reading);
  const tags = tagsOf(values.tags, 'tags', reading);
  const customerTags = tagsOf(values.customerTags, 'customerTags', reading);
  const customer = customerOf(withBothNames(values, reading.mapping), references.groupId);
  const number = values.contractNumber;
  return {
    refusal: references.refusal ?? tags.refusal ?? customerTags.refusal,
    customerRef: customer?.ref ?? null,
    customer: customer === null ? null : JSON.stringify(customer.content),
    issuerId: number === undefined ? null : (references.issuerId ?? 0),
    matchKey: number === undefined ? null : contractMatchKey(number),
    contract: number === undefined ? null : JSON.stringify(contractOf(values, references)),
    customerTags: joinedTags(
      number === undefined ? [...customerTags.names, ...tags.names] : customerTags.names,
    ),
    contractTags: joinedTags(number === undefined ? [] : tags.names),
  };
}

/** The tags a cell names, as the house writes them, and the first that cannot be given. */
function tagsOf(
  cell: string | undefined,
  field: 'tags' | 'customerTags',
  { references, mayCreateTags }: BookReading,
): { readonly names: readonly string[]; readonly refusal: string | null } {
  const names: string[] = [];
  for (const text of splitTags(cell ?? '')) {
    const known = references.tags.get(text.toLowerCase());
    const fault = known?.isInactive
      ? 'wird nicht mehr vergeben'
      : text.length > tagNameLimit
        ? `ist länger als ${tagNameLimit} Zeichen`
        : known === undefined && !mayCreateTags
          ? 'gibt es nicht, und zum Anlegen fehlt Ihnen das Recht'
          : null;
    if (fault !== null) {
      const refusal = `${bookFields[field].label}: Das Schlagwort ${quoteCell(text)} ${fault}.`;
      return { names: [], refusal };
    }
    names.push(known?.name ?? text);
  }
  return { names, refusal: null };
}

const joinedTags = (names: readonly string[]) => (names.length === 0 ? null : names.join(tagSeparator));

const kinds = { tariffName: 'tariffs', issuerName: 'issuers', groupName: 'groups' } as const;
/** What is there is not told to be unknown: whoever reads that adds it a second time. */
const faults: Readonly<Record<Unusable | 'unknown', (label: string, word: string) => string>> = {
  unpublished: (label, word) =>
    `${label} ${word} ist noch nicht veröffentlicht. Bitte lassen Sie eine Version des Tarifs veröffentlichen und laden Sie die Datei danach erneut hoch.`,
  inactive: (label, word) =>
    `${label} ${word} ist inaktiv. Bitte nennen Sie in der Datei einen anderen Namen, oder aktivieren Sie den Eintrag wieder.`,
  unknown: (label, word) => `${label} ${word} ist nicht bekannt oder nicht eindeutig.`,
};

/** What the words of a line refer to, and the first that refers to nothing. */
function refer(values: BookValues, { references, groupId }: BookReading) {
  const { issuers, tariffs, groups } = references;
  const tariff = values.tariffName === undefined ? undefined : tariffs.get(foldText(values.tariffName));
  const issuer = values.issuerName === undefined ? undefined : issuers.get(foldText(values.issuerName));
  const group = values.groupName === undefined ? groupId : (groups.get(foldText(values.groupName)) ?? null);
  const isUnknown = (name: keyof typeof kinds, found: unknown) => {
    const word = values[name];
    if (word === undefined || (found ?? null) !== null) return null;
    const why = references.unusable?.[kinds[name]].get(foldText(word)) ?? 'unknown';
    return faults[why](bookFields[name].label, quoteCell(word));
  };
  return {
    tariffId: tariff?.id,
    issuerId: issuer ?? tariff?.issuerId ?? null,
    groupId: group,
    refusal:
      isUnknown('tariffName', tariff) ??
      isUnknown('issuerName', issuer) ??
      isUnknown('groupName', group) ??
      (issuer !== undefined && tariff !== undefined && issuer !== tariff.issuerId
        ? 'Der Tarif gehört zu einem anderen Institut.'
        : null),
  };
}

/** "Muster, Anna" of a person in a file without a column of first names is both her names; a firm may have a comma in its own. */
function withBothNames(values: BookValues, mapping: BookReading['mapping']): BookValues {
  const { lastName, dateOfBirth, salutation } = values;
  const isPerson = dateOfBirth !== undefined || salutation !== undefined;
  const parts = lastName?.split(',').map((part) => part.trim()) ?? [];
  const [last = '', first = ''] = parts;
  return isPerson && !mapping.includes('firstName') && parts.length === 2 && last !== '' && first !== ''
    ? { ...values, firstName: first, lastName: last }
    : values;
}

/** Who the line is about: the customer number, else name with date of birth, else the firm; null for nobody. */
function customerOf(values: BookValues, groupId: string | null) {
  const { customerKey, firstName = '', lastName, companyName, dateOfBirth } = values;
  const name = lastName ?? companyName;
  const ref =
    customerKey !== undefined
      ? `k:${customerKey}`
      : name !== undefined && dateOfBirth !== undefined
        ? `n:${foldText(`${name} ${firstName}`)}|${dateOfBirth}`
        : lastName === undefined && companyName !== undefined
          ? `f:${foldText(companyName)}`
          : null;
  if (ref === null) return null;
  const content: Record<string, string | undefined> = {
    ...Object.fromEntries(bookCustomerFields.map(({ column, book }) => [column, values[book]] as const)),
    last_name: name,
    group_id: groupId ?? undefined,
  };
  return { ref, content };
}

function contractOf(values: BookValues, references: { tariffId: string | undefined }) {
  const old = values.oldContractNumber;
  return {
    external_key: values.contractNumber,
    old_match_key: old === undefined ? undefined : contractMatchKey(old),
    tariff_id: references.tariffId,
    start_date: values.startDate,
    end_date: values.endDate,
    external_consumer_key: values.consumerKey,
  };
}
