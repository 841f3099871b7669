import { type BookFieldName, bookFields, bookParts } from '@depotwerk/domain/book/book-fields';
import type { CopyValue } from '../../../platform/table-files/copy-rows.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import { cellText, type SourceCell, type SourceRecord } from '../../../platform/table-files/source-table.ts';
import { type BookValues, findGap, findLimits, paidDayOf } from './check-book-line.ts';
import { cellFault, readCell } from './read-book-cell.ts';
import { type BookReading, type LineSubject, readSubject } from './read-line-subject.ts';
import { unknownFund } from './settle-holdings.ts';

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
  'movement_kind',
  'movement_day',
  'movement_quantity',
  'movement_amount',
  'paid_in',
  'paid_day',
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

/** As the database stores it. */
const longestRefusal = 500;

type ReadCell = { readonly cell: SourceCell; readonly value: string | null };

/** What a line says of its own; all else is whom it is about. */
const ofTheLine: ReadonlySet<BookFieldName> = new Set([
  'isin',
  'quantity',
  'price',
  'priceDate',
  'costValue',
  'valuationDate',
  'currency',
  'contribution',
  'contributionInterval',
  'planValidFrom',
  'share',
  'valueDate',
  'totalValue',
  'movementDay',
  'movementKind',
  'movementQuantity',
  'movementAmount',
  'paidIn',
  'paidDay',
]);

/**
 * Reads the lines of a file in their order, as they are staged; what cannot be read becomes the refusal of its line, with
 * what is known of its contract. Most cells repeat those of the line above: they are not read again, and what the
 * line above said of the same customer or contract is not said again. What years of two digits were read as is told.
 */
export function rowReader(
  reading: BookReading,
  shortYears = new ShortYears(),
): (record: SourceRecord) => CopyValue[] {
  const columns = reading.mapping.flatMap((name, column) =>
    name === null ? [] : [{ name, column, isOfTheLine: ofTheLine.has(name) }],
  );
  const above: (ReadCell | undefined)[] = [];
  const parts = bookParts(reading.mapping);
  let subject: LineSubject | null = null;
  let lastCustomer: string | null = null;
  let lastContract: string | null = null;
  let lastNumber: readonly [issuerId: number | null, matchKey: string] | null = null;
  return ({ line, cells, fault, formulaFaults, percentCells }) => {
    const values: BookValues = {};
    const refusals: string[] = [];
    for (const { name, column, isOfTheLine } of columns) {
      const cell = asWritten(name, cells[column] ?? '', percentCells?.has(column) === true);
      const formulaFault = formulaFaults?.get(column);
      if (formulaFault !== undefined) refusals.push(`${bookFields[name].label}: ${formulaFault}`);
      let known = above[column];
      if (known?.cell !== cell) {
        known = { cell, value: cellText(cell) === '' ? '' : readCell(name, cell, reading.decimal) };
        above[column] = known;
        if (bookFields[name].kind === 'day')
          shortYears.see(bookFields[name].label, line, cellText(cell), known.value);
        if (!isOfTheLine) subject = null;
      }
      const { value } = known;
      if (value === null) {
        if (formulaFault === undefined) refusals.push(cellFault(name, cell, reading.decimal));
      } else if (value !== '') values[name] = value;
    }
    subject ??= readSubject(values, reading);
    const gap = findGap(values, parts, reading.valuationDate);
    // What a line leaves out may only be what could not be read.
    if (gap !== null && refusals.length === 0) refusals.push(gap.refusal);
    const row = stageRow(values, subject, refusals, reading);
    // What stands in the wrong column, or breaks off, says nothing that could be mended.
    if (fault !== undefined) row[places.refusal] = joinRefusals([fault]);
    const { customer, contract, issuerId, matchKey } = subject;
    if (matchKey !== null) lastNumber = [issuerId, matchKey];
    else if (gap?.belongsAbove && lastNumber !== null) {
      // A list that names a contract once for all its holdings: without this line the one above is not whole.
      [row[places.issuer], row[places.matchKey]] = lastNumber;
    }
    const spoken = contract === null ? null : `${issuerId} ${contract}`;
    // A refused line does not speak for its customer, so what it says counts as unsaid.
    if (customer !== null && customer === lastCustomer) row[places.customer] = null;
    lastCustomer = row[places.refusal] === null ? customer : null;
    if (spoken !== null && spoken === lastContract) row[places.contract] = null;
    lastContract = spoken;
    return row;
  };
}

/** Everything a line is refused for, as it is stored: mended at once, it does not come back for the next. null for a line that is taken. */
function joinRefusals(refusals: readonly string[]): string | null {
  if (refusals.length === 0) return null;
  let text = '';
  for (const refusal of new Set(refusals)) {
    const longer = text === '' ? refusal : `${text} ${refusal}`;
    if (longer.length > longestRefusal) break;
    text = longer;
  }
  return text === '' ? (refusals[0] ?? '').slice(0, longestRefusal) : text;
}

/** A share a sheet shows as percent is the number its reader sees: it keeps 0.6 for 60 %. */
function asWritten(name: BookFieldName, cell: SourceCell, isPercent: boolean): SourceCell {
  if (!isPercent || typeof cell !== 'number' || bookFields[name].kind !== 'percent') return cell;
  return Number((cell * 100).toFixed(10));
}

/**
 * None of a fund, and nothing else of it: where the house does not have the fund, it is judged with the rest of its contract
 * (`settleHoldings`). A share of the savings plan or a movement of such a fund is not to be lost.
 */
const saysNothingHeld = ({ quantity, share, movementQuantity }: BookValues): boolean =>
  Number(quantity) === 0 && [share, movementQuantity].every((said) => Number(said ?? 0) === 0);

/** The columns of a line from its cells and whom it is about. */
function stageRow(
  values: BookValues,
  subject: LineSubject,
  faults: readonly string[],
  { references, today, valuationDate }: BookReading,
): CopyValue[] {
  const { isin } = values;
  const fund = isin === undefined ? null : (references.funds.get(isin) ?? null);
  const unknownIsin = isin !== undefined && fund === null ? isin : null;
  const refusals = [...faults];
  if (subject.refusal !== null) refusals.push(subject.refusal);
  if (unknownIsin !== null) refusals.push(unknownFund(unknownIsin));
  const hasHolding = values.quantity !== undefined && fund !== null;
  const hasMovement =
    fund !== null && values.movementDay !== undefined && values.movementQuantity !== undefined;
  const price = values.price ?? fund?.price?.toString() ?? null;
  if (hasHolding && faults.length === 0 && (price === null || Number(price) < 0.000001))
    refusals.push(
      price === null
        ? 'Für die Position fehlt ein Kurs: Die Datei nennt keinen in Euro, und vom Fonds ist keiner gespeichert.'
        : 'Für die Position fehlt ein Kurs über 0.',
    );
  refusals.push(...findLimits(values, hasHolding ? price : null, today));
  return [
    joinRefusals(refusals),
    unknownIsin,
    subject.customerRef,
    subject.customer,
    subject.issuerId,
    subject.matchKey,
    subject.contract,
    fund?.id ?? null,
    hasHolding || (unknownIsin !== null && saysNothingHeld(values)) ? (values.quantity ?? null) : null,
    hasHolding ? price : null,
    hasHolding ? (values.priceDate ?? (values.price === undefined ? (fund?.priceDate ?? null) : null)) : null,
    hasHolding ? (values.costValue ?? null) : null,
    hasHolding ? (values.valuationDate ?? values.priceDate ?? valuationDate) : null,
    values.contribution ?? null,
    values.contributionInterval ?? null,
    values.planValidFrom ?? null,
    fund === null ? null : (values.share ?? null),
    values.totalValue === undefined ? null : (values.valueDate ?? null),
    values.valueDate === undefined ? null : (values.totalValue ?? null),
    hasMovement ? (values.movementKind ?? 'purchase') : null,
    hasMovement ? (values.movementDay ?? null) : null,
    hasMovement ? (values.movementQuantity ?? null) : null,
    hasMovement ? (values.movementAmount ?? null) : null,
    values.paidIn ?? null,
    values.paidIn === undefined ? null : paidDayOf(values, valuationDate),
    subject.customerTags,
    subject.contractTags,
  ];
}
