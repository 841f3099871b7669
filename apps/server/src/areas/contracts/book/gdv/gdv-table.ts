import { type BookFieldName, bookFields } from '@depotwerk/domain/book/book-fields';
import { isEuroOrUnstated } from '@depotwerk/domain/currency';
import type { FileReader } from '../../../../platform/file-threads/file-reader.ts';
import { textOfFile } from '../../../../platform/file-threads/text-of-file.ts';
import {
  quoteCell,
  type SourceCell,
  type SourceRecord,
} from '../../../../platform/table-files/source-table.ts';
import { contractsOf, type GdvContract } from './gdv-contracts.ts';
import { holderOf } from './gdv-holder.ts';
import { amountOf, dayOf, fieldOf, type GdvRecord, places, recordsOf } from './gdv-records.ts';

export const gdvReader: FileReader<SourceRecord[]> = {
  name: 'gdv',
  read: (bytes) => gdvTable(textOfFile(bytes)),
};

/** Columns a file of the GDV becomes, in their order. */
const columns = [
  'customerKey',
  'salutation',
  'title',
  'firstName',
  'lastName',
  'companyName',
  'dateOfBirth',
  'email',
  'phoneNumber',
  'street',
  'postalCode',
  'city',
  'country',
  'iban',
  'contractNumber',
  'oldContractNumber',
  'sender',
  'tariffName',
  'startDate',
  'endDate',
  'consumerKey',
  'isin',
  'quantity',
  'valuationDate',
  'share',
  'contribution',
  'contributionInterval',
] as const satisfies readonly (BookFieldName | 'sender')[];

/** Not recognised as a column of its own: an insurer is seldom called as the house calls it. It may be mapped by hand. */
const senderLabel = 'Absender';

type Cells = Partial<Record<(typeof columns)[number], SourceCell>>;

/** Anlage 14: ways to pay that are a savings plan; one payment, none and others are not. */
const intervals: Readonly<Record<string, string>> = {
  '1': 'jährlich',
  '2': 'halbjährlich',
  '4': 'vierteljährlich',
  '8': 'monatlich',
};

/**
 * Lays a file of the GDV out as a table of the book: a line for each fund of a fund-linked life or annuity contract, one for a
 * contract that has none, and one with its reason for everything that is not taken. Lines are those of the file.
 * @throws ImportRefused where the file is cut off or no such file
 */
export function gdvTable(text: string): SourceRecord[] {
  const header = columns.map((name) => (name === 'sender' ? senderLabel : bookFields[name].label));
  return [{ line: 1, cells: header }, ...contractsOf(recordsOf(text)).flatMap(linesOf)];
}

function linesOf(contract: GdvContract): SourceRecord[] {
  const fault = contractFault(contract);
  const number = { contractNumber: contract.number };
  if (fault !== null) return [{ line: contract.line, cells: cellsOf(number), fault }];
  const holder = holderOf(contract);
  if (typeof holder === 'string') return [{ line: contract.line, cells: cellsOf(number), fault: holder }];
  const said: Cells = { ...holder, ...contractCells(contract) };
  const plan = planOf(contract);
  const lines = contract.funds.flatMap((fund) => fundLine(fund, said, plan));
  return lines.length > 0 ? lines : [{ line: contract.general?.line ?? contract.line, cells: cellsOf(said) }];
}

const cellsOf = (cells: Cells): SourceCell[] => columns.map((name) => cells[name] ?? '');

/** Why a contract is not taken as a whole, as a German sentence; null when it is. */
function contractFault({ branch, general, risks, funds, cut }: GdvContract): string | null {
  if (branch !== '010')
    return `Die Sparte ${branch || '(leer)'} wird nicht übernommen, nur fondsgebundene Lebens- und Rentenversicherungen (Sparte 010).`;
  if (cut !== null)
    return `Der Satz in Zeile ${cut.line} ist abgeschnitten. Bitte lassen Sie die Datei unverändert liefern.`;
  if (risks.length === 0 && funds.length === 0)
    return 'Der Vertrag ist nicht fondsgebunden (Wagnisart 7 oder 9) und wird nicht übernommen.';
  if (general === null) return 'Zum Vertrag fehlt der allgemeine Vertragsteil (Satzart 0200).';
  // Day and month may be unknown (`00`); any digit but 0 says that it ended.
  if (/[1-9]/.test(fieldOf(general, places.general.leftOn)))
    return 'Der Vertrag ist laut Datei beendet (Abgangsdatum) und wird nicht übernommen.';
  const currency = fieldOf(general, places.general.currency);
  return isEuroOrUnstated(currency)
    ? null
    : `Der Vertrag wird in ${quoteCell(currency)} geführt. Übernommen wird nur EUR.`;
}

function contractCells({ number, sender, general, ...products }: GdvContract): Cells {
  const { otherNumber, otherNumberIs, start, end, consumerKey } = places.general;
  return {
    contractNumber: number,
    // 1: the other number is the old one, after a change of numbers.
    oldContractNumber:
      general && fieldOf(general, otherNumberIs) === '1' ? fieldOf(general, otherNumber) : '',
    sender,
    tariffName: productOf(products),
    startDate: general ? dayOf(general, start) : '',
    endDate: general ? dayOf(general, end) : '',
    ...(general && fieldOf(general, consumerKey) !== '' && { consumerKey: fieldOf(general, consumerKey) }),
  };
}

/** The name of the product, from where insurers write it: the general part, the life part, the tariff of the risk. */
function productOf({
  generalProduct,
  lifeProduct,
  risks,
}: Pick<GdvContract, 'generalProduct' | 'lifeProduct' | 'risks'>): string {
  const [risk] = risks;
  const { tariffOf7, tariffOf9 } = places.risk;
  return (
    (generalProduct && fieldOf(generalProduct, places.generalProduct.product)) ||
    (lifeProduct && fieldOf(lifeProduct, places.lifeProduct.product)) ||
    (risk && fieldOf(risk, fieldOf(risk, places.risk.risk) === '7' ? tariffOf7 : tariffOf9)) ||
    ''
  );
}

/** What is paid and how often; empty for a contract that is not paid regularly. */
function planOf({ general }: GdvContract): Cells {
  if (general === null) return {};
  const contributionInterval = intervals[fieldOf(general, places.general.interval)];
  const contribution = amountOf(general, places.general.contribution, 2);
  return contributionInterval === undefined || contribution === 0 || contribution === ''
    ? {}
    : { contribution, contributionInterval };
}

/**
 * The line of a fund; none where the contract neither holds it nor pays into it. Units that are not said are unknown, not 0:
 * without them the holdings of the contract would be taken without this fund.
 */
function fundLine(fund: GdvRecord, said: Cells, plan: Cells): SourceRecord[] {
  const isin = fieldOf(fund, places.fund.isin);
  const quantity = amountOf(fund, places.fund.quantity, 6);
  const share = 'contribution' in plan ? amountOf(fund, places.fund.share, 4) : '';
  const isHeld = quantity !== 0;
  const isPaidInto = share !== '' && share !== 0;
  if (!isHeld && !isPaidInto) return [];
  const cells = cellsOf({
    ...said,
    isin,
    ...(isHeld && { quantity, valuationDate: dayOf(fund, places.fund.day) }),
    ...(isPaidInto && { share, ...plan }),
  });
  const name = quoteCell(fieldOf(fund, places.fund.name) || isin || fieldOf(fund, places.fund.wkn));
  const fault =
    isin === ''
      ? `Der Fonds ${name} hat keine ISIN. Bitte lassen Sie sie vom Versicherer nachliefern.`
      : quantity === ''
        ? `Zum Fonds ${name} nennt die Datei keine Anteile. Bitte lassen Sie sie vom Versicherer nachliefern.`
        : null;
  return [{ line: fund.line, cells, ...(fault !== null && { fault }) }];
}
