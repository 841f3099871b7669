import {
  type BookFieldName,
  bookFields,
  bookParts,
  contractMatchKey,
} from '@depotwerk/domain/book/book-fields';
import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import { foldText } from '@depotwerk/domain/fold-text';
import { splitTags, tagNameLimit, tagSeparator } from '@depotwerk/domain/tags/tag-fields';
import type { CopyValue } from '../../../platform/table-files/copy-rows.ts';
import type { DecimalMark } from '../../../platform/table-files/decimal-mark.ts';
import {
  cellText,
  quoteCell,
  type SourceCell,
  type SourceRecord,
} from '../../../platform/table-files/source-table.ts';
import type { BookReferences } from './book-references.ts';
import { type BookValues, findGap, findLimit } from './check-book-line.ts';
import { cellFault, readCell } from './read-book-cell.ts';

/** Columns of `book_import_rows` behind tenant, import and line, in the order of `stageRow`. */
export const stagedColumns = [
  'refusal',
  'unknown_isin',
  'customer_ref',
  'customer',
  'issuer_id',
  'match_key',
  'contract',
  'fund_id',
  'quantity',
  'price',
  'price_date',
  'cost_value',
  'valuation_date',
  'contribution',
  'contribution_interval',
  'plan_valid_from',
  'share',
  'value_date',
  'total_value',
  'customer_tags',
  'contract_tags',
] as const;

const places = {
  refusal: stagedColumns.indexOf('refusal'),
  customer: stagedColumns.indexOf('customer'),
  issuer: stagedColumns.indexOf('issuer_id'),
  matchKey: stagedColumns.indexOf('match_key'),
  contract: stagedColumns.indexOf('contract'),
};

export interface BookReading {
  readonly mapping: readonly (BookFieldName | null)[];
  /** null where the file does not show it: a number that could be read in two ways is refused then. */
  readonly decimal: DecimalMark | null;
  readonly references: BookReferences;
  /** Tariff of lines that name none. */
  readonly tariffId: string | null;
  /** Group of new customers whose line names none. */
  readonly groupId: string | null;
  /** Whether tags the house does not have yet are made. */
  readonly mayCreateTags: boolean;
  /** `YYYY-MM-DD` for holdings without a day of their own. */
  readonly valuationDate: string;
  /** `YYYY-MM-DD`; what has happened lies not after it. */
  readonly today: string;
}

type ReadCell = { readonly cell: SourceCell; readonly value: string | null };

/**
 * Reads the lines of a file in their order, as they are staged; what cannot be read becomes the refusal of its line, with
 * what is known of its contract. Most cells repeat those of the line above: they are not read again, and what the
 * line above said of the same customer or contract is not said again.
 */
export function rowReader(reading: BookReading): (record: Omit<SourceRecord, 'line'>) => CopyValue[] {
  const above: (ReadCell | undefined)[] = [];
  const parts = bookParts(reading.mapping);
  let lastCustomer: string | null = null;
  let lastContract: string | null = null;
  let lastNumber: readonly [issuerId: CopyValue, matchKey: CopyValue] | null = null;
  return ({ cells, fault, formulaFaults }) => {
    const values: BookValues = {};
    let refusal: string | null = fault ?? null;
    reading.mapping.forEach((name, column) => {
      if (name === null) return;
      const cell = cells[column] ?? '';
      const formulaFault = formulaFaults?.get(column);
      if (formulaFault !== undefined) refusal ??= `${bookFields[name].label}: ${formulaFault}`;
      let known = above[column];
      if (known?.cell !== cell) {
        known = { cell, value: cellText(cell) === '' ? '' : readCell(name, cell, reading.decimal) };
        above[column] = known;
      }
      const { value } = known;
      if (value === null) refusal ??= cellFault(name, cell, reading.decimal);
      else if (value !== '') values[name] = value;
    });
    const gap = findGap(values, parts);
    const row = stageRow(values, refusal ?? gap?.refusal ?? null, reading);
    if (row[places.matchKey] !== null)
      lastNumber = [row[places.issuer] ?? null, row[places.matchKey] ?? null];
    else if (gap?.belongsAbove && lastNumber !== null) {
      // A list that names a contract once for all its holdings: without this line the one above is not whole.
      [row[places.issuer], row[places.matchKey]] = lastNumber;
    }
    const customer = row[places.customer] ?? null;
    const contract = row[places.contract] === null ? null : `${row[places.issuer]} ${row[places.contract]}`;
    // A refused line does not speak for its customer, so what it says counts as unsaid.
    if (customer !== null && customer === lastCustomer) row[places.customer] = null;
    lastCustomer = row[places.refusal] === null && typeof customer === 'string' ? customer : null;
    if (contract !== null && contract === lastContract) row[places.contract] = null;
    lastContract = contract;
    return row;
  };
}

/** The columns of a line from its cells. */
function stageRow(values: BookValues, fault: string | null, reading: BookReading): CopyValue[] {
  let refusal = fault;
  const references = refer(values, reading);
  refusal ??= references.refusal;
  const tags = tagsOf(values.tags, 'tags', reading);
  const customerTags = tagsOf(values.customerTags, 'customerTags', reading);
  refusal ??= tags.refusal ?? customerTags.refusal;
  const customer = customerOf(values, references.groupId);
  const number = values.contractNumber;
  const fund = references.fund;
  const hasHolding = values.quantity !== undefined && fund !== null;
  const price = values.price ?? fund?.price?.toString() ?? null;
  if (hasHolding && (price === null || Number(price) < 0.000001))
    refusal ??= 'Für die Position fehlt ein Kurs über 0.';
  refusal ??= findLimit(values, hasHolding ? price : null, reading.today);
  return [
    refusal === null ? null : refusal.slice(0, 500),
    references.unknownIsin,
    customer?.ref ?? null,
    customer === null ? null : JSON.stringify(customer.content),
    number === undefined ? null : (references.issuerId ?? 0),
    number === undefined ? null : contractMatchKey(number),
    number === undefined ? null : JSON.stringify(contractOf(values, references)),
    fund?.id ?? null,
    hasHolding ? (values.quantity ?? null) : null,
    hasHolding ? price : null,
    hasHolding ? (values.priceDate ?? (values.price === undefined ? (fund?.priceDate ?? null) : null)) : null,
    hasHolding ? (values.costValue ?? null) : null,
    hasHolding ? (values.valuationDate ?? values.priceDate ?? reading.valuationDate) : null,
    values.contribution ?? null,
    values.contributionInterval ?? null,
    values.planValidFrom ?? null,
    fund === null ? null : (values.share ?? null),
    values.totalValue === undefined ? null : (values.valueDate ?? null),
    values.valueDate === undefined ? null : (values.totalValue ?? null),
    joinedTags(number === undefined ? [...customerTags.names, ...tags.names] : customerTags.names),
    joinedTags(number === undefined ? [] : tags.names),
  ];
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

/** What the words of a line refer to, and the first that refers to nothing. */
function refer(values: BookValues, { references, tariffId, groupId }: BookReading) {
  const { issuers, tariffs, groups, funds } = references;
  const tariff = values.tariffName === undefined ? undefined : tariffs.get(foldText(values.tariffName));
  const issuer = values.issuerName === undefined ? undefined : issuers.get(foldText(values.issuerName));
  const group = values.groupName === undefined ? groupId : (groups.get(foldText(values.groupName)) ?? null);
  const fund = values.isin === undefined ? null : (funds.get(values.isin) ?? null);
  const isUnknown = (name: 'tariffName' | 'issuerName' | 'groupName', found: unknown) =>
    values[name] !== undefined && (found ?? null) === null
      ? `${bookFields[name].label} ${quoteCell(values[name])} ist nicht bekannt oder nicht eindeutig.`
      : null;
  const unknownIsin = values.isin !== undefined && fund === null ? values.isin : null;
  return {
    tariffId: tariff?.id ?? tariffId,
    issuerId: issuer ?? tariff?.issuerId ?? null,
    groupId: group,
    fund,
    unknownIsin,
    refusal:
      isUnknown('tariffName', tariff) ??
      isUnknown('issuerName', issuer) ??
      isUnknown('groupName', group) ??
      (issuer !== undefined && tariff !== undefined && issuer !== tariff.issuerId
        ? 'Der Tarif gehört zu einem anderen Institut.'
        : null) ??
      (unknownIsin === null ? null : `Den Fonds ${unknownIsin} gibt es noch nicht.`),
  };
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

function contractOf(values: BookValues, references: { tariffId: string | null }) {
  const old = values.oldContractNumber;
  return {
    external_key: values.contractNumber,
    old_match_key: old === undefined ? undefined : contractMatchKey(old),
    tariff_id: references.tariffId ?? undefined,
    start_date: values.startDate,
    end_date: values.endDate,
    external_consumer_key: values.consumerKey,
  };
}
