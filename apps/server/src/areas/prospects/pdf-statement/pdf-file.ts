import type { CallAnswer } from '@depotwerk/api/call';
import type { readHoldingFile } from '@depotwerk/api/prospects/depot-analysis';
import { otherCurrencyNote } from '../stated-text.ts';
import { readStatementPdf } from './read-statement-pdf.ts';
import type { Doubt, StatementRow } from './statement-rows.ts';

type HoldingFile = CallAnswer<typeof readHoldingFile>;

const reasons: Readonly<Record<Doubt, string>> = {
  noIsin: 'Bei diesen Zahlen steht keine ISIN.',
  wrongIsin: 'Die ISIN hat eine falsche Prüfziffer.',
  severalIsins: 'In der Zeile stehen mehrere ISIN.',
  noProof: 'Stückzahl mal Kurs ergibt nicht den Wert, oder eine der drei Angaben fehlt.',
  severalProofs: 'Zu diesem Bestand passen mehrere Zahlen der Datei.',
  noEuro: 'Der Wert ist nicht in Euro angegeben, und eine Stückzahl gibt es nicht.',
  movement: 'Hier steht eine Bewegung wie ein Kauf oder Verkauf und kein Bestand.',
  repeated:
    'Das Wertpapier steht mehrmals in der Datei, vielleicht in mehreren Auszügen. Bitte übernehmen Sie nur, was heute gehalten wird.',
  unsureColumns: 'Welche Zahl Stückzahl, Kurs und Wert in Euro ist, sagt die Datei nicht sicher.',
};

const most = 999_999_999_999;

/** Holdings of a statement as PDF: what its arithmetic proves, and what is to be confirmed. @throws ImportRefused */
export async function readPdfFile(bytes: Buffer): Promise<HoldingFile> {
  const { rows, total, isProved, day } = await readStatementPdf(bytes);
  return {
    holdings: rows.flatMap((row) => {
      const { isin, name, doubt } = row;
      return isin === null || doubt !== null ? [] : [{ isin, name, ...amountsOf(row) }];
    }),
    refused: [...new Set(rows.flatMap(leftOutOf))].map((reason) => ({ line: null, reason })),
    asked: rows.flatMap((row) => {
      const { isin, name, doubt, page, source } = row;
      return doubt === null ? [] : [{ isin, name, ...amountsOf(row), page, source, reason: reasons[doubt] }];
    }),
    statement: { total, isProved, priceDate: day },
  };
}

/** What is said of a holding that counts by its units though the document names its worth; of one that is asked, its line is shown. */
const leftOutOf = ({ isin, name, doubt, proof }: StatementRow): string[] =>
  isin === null || doubt !== null || proof === null || proof.currency === 'EUR'
    ? []
    : [otherCurrencyNote(name === '' ? isin : name)];

/** Units, and the value where it is one in euros: what is worth so many dollars counts by its units. */
function amountsOf({ proof, stated }: StatementRow): { quantity: number | null; value: number | null } {
  const value = proof?.currency === 'EUR' ? proof.value : null;
  const read = proof === null ? stated : { quantity: proof.quantity, value };
  const within = (amount: number | null) => (amount !== null && amount <= most ? amount : null);
  return { quantity: within(read.quantity), value: within(read.value) };
}
