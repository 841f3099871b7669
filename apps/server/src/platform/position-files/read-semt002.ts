import { formatNumber } from '@depotwerk/domain/number-text';
import { ImportRefused } from '../table-files/import-refused.ts';
import {
  type Statement,
  type StatementFile,
  type StatementPosition,
  type StatementProblem,
} from './statement.ts';
import { joinPages, type StatementMessage } from './statement-pages.ts';
import { child, descendants, readXml, type XmlElement } from './xml-tree.ts';

const namespace = /^urn:iso:std:iso:20022:tech:xsd:semt\.002\.001\.\d{2}$/;
const decimal = /^-?\d{1,18}(\.\d{1,17})?$/;

const numberOf = (element: XmlElement | undefined): number | null =>
  element && decimal.test(element.text) ? Number(element.text) : null;
const dayOf = (element: XmlElement | undefined): string | null => {
  const text = (child(element, 'Dt') ?? child(element, 'DtTm') ?? element)?.text ?? '';
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? text.slice(0, 10) : null;
};

/** An amount in EUR; null for none or another currency. */
const euroOf = (element: XmlElement | undefined): number | null =>
  element?.attributes.get('Ccy') === 'EUR' ? numberOf(element) : null;

const isInOtherCurrency = (element: XmlElement | undefined): boolean => {
  const currency = element?.attributes.get('Ccy');
  return currency !== undefined && currency !== 'EUR' && numberOf(element) !== null;
};

/**
 * Reads a Securities Balance Custody Report (semt.002.001.xx, ISO 20022): one account a message, holdings in BalForAcct,
 * also those of sub-accounts. @throws ImportRefused
 */
export function readSemt002(text: string): StatementFile {
  const document = readXml(text);
  const reports =
    document.name === 'SctiesBalCtdyRpt' ? [document] : descendants(document, 'SctiesBalCtdyRpt');
  const isOurs = [...document.attributes, ...reports.flatMap((report) => [...report.attributes])].some(
    ([name, value]) => name.startsWith('xmlns') && namespace.test(value),
  );
  const wraps = descendants(document, 'Document').flatMap((each) => [...each.attributes.values()]);
  if (reports.length === 0 || !(isOurs || wraps.some((value) => namespace.test(value)))) {
    throw new ImportRefused('Die Datei ist kein Depotauszug im Format semt.002.');
  }
  const pages: StatementMessage[] = [];
  const problems: StatementProblem[] = [];
  let rowCount = 0;
  for (const report of reports) {
    const account = child(report, 'SfkpgAcct', 'Id')?.text ?? '';
    const date = dayOf(child(report, 'StmtGnlDtls', 'StmtDtTm'));
    const rows = report.children.filter((each) => each.name === 'BalForAcct');
    const subRows = report.children
      .filter((each) => each.name === 'SubAcctDtls')
      .flatMap((each) => each.children.filter((row) => row.name === 'BalForSubAcct'));
    const all = [...rows, ...subRows];
    rowCount += all.length;
    if (account === '' || date === null) {
      const what = account === '' ? 'die Depotnummer' : 'der Stichtag';
      // Each of its holdings counts as a problem: none is lost without a word.
      for (const row of all.length > 0 ? all : [report]) {
        const isin = child(row, 'FinInstrmId', 'ISIN')?.text ?? 'ohne ISIN';
        problems.push({
          account: account || null,
          message: `Im Depotauszug fehlt ${what}; Position ${isin} wurde nicht gelesen.`,
        });
      }
      continue;
    }
    const positions: StatementPosition[] = [];
    for (const row of all) {
      const read = readRow(row);
      if (typeof read === 'string') problems.push({ account, message: read });
      else positions.push(read);
    }
    const ownerName =
      descendants(child(report, 'AcctOwnr'), 'Nm')[0]?.text ?? child(report, 'SfkpgAcct', 'Nm')?.text ?? '';
    const statement: Statement = { account: account.slice(0, 50), ownerName, date, positions };
    pages.push({
      account,
      date,
      page: pageOf(report),
      isUpdate: child(report, 'StmtGnlDtls', 'UpdTp', 'Cd')?.text === 'DELT',
      statements: [statement],
    });
  }
  const { statements, problems: unread } = joinPages(pages);
  return { statements, problems: [...problems, ...unread], rowCount };
}

/** Which page the message is; null where it names none. */
function pageOf(report: XmlElement): StatementMessage['page'] {
  const number = numberOf(child(report, 'Pgntn', 'PgNb'));
  const last = child(report, 'Pgntn', 'LastPgInd')?.text;
  return number === null || last === undefined ? null : { number, isLast: last === 'true' || last === '1' };
}

/** A position, or the sentence that says why it is none. */
function readRow(row: XmlElement): StatementPosition | string {
  const isin =
    child(row, 'FinInstrmId', 'ISIN')?.text ||
    child(row, 'FinInstrmId', 'OthrId', 'Id')?.text ||
    child(row, 'FinInstrmId', 'Desc')?.text.slice(0, 30) ||
    'ohne Kennung';
  const balance = child(row, 'AggtBal');
  const amounts = ['Unit', 'FaceAmt', 'AmtsdVal', 'DgtlTknUnit'].flatMap((name) =>
    descendants(balance, name),
  );
  const quantity = numberOf(amounts[0]);
  if (quantity === null) return `${isin}: Die Stückzahl ist nicht lesbar.`;
  const isShort = child(balance, 'ShrtLngInd')?.text === 'SHOR' || quantity < 0;
  if (isShort && quantity !== 0)
    return `${isin}: Ein Bestand unter null (${formatNumber(Math.abs(quantity))}) kann nicht geführt werden.`;
  const prices = row.children.filter((each) => each.name === 'PricDtls');
  const market = prices.find((each) => child(each, 'Tp', 'Cd')?.text === 'MRKT') ?? prices[0];
  const base = child(row, 'AcctBaseCcyAmts');
  const own = child(row, 'InstrmCcyAmts');
  const amountsOf = (name: string) =>
    [base, own].map((each) => child(each, name, 'Amt') ?? child(each, name));
  const amountOf = (name: string) => {
    const [inBase, inOwn] = amountsOf(name);
    return euroOf(inBase) ?? euroOf(inOwn);
  };
  const priced = child(market, 'Val', 'Amt');
  const price = euroOf(priced);
  const value = amountOf('HldgVal');
  return {
    isin,
    quantity,
    price,
    priceDate: dayOf(child(market, 'QtnDt')),
    value,
    costValue: amountOf('BookVal'),
    isInOtherCurrency:
      price === null && value === null && [priced, ...amountsOf('HldgVal')].some(isInOtherCurrency),
  };
}
