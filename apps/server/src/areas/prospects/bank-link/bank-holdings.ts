import {
  type AnalysisHolding,
  type AskedHolding,
  mostAnalysisHoldings,
} from '@depotwerk/api/prospects/depot-analysis';
import { joinHoldings } from '@depotwerk/domain/depot-analysis/join-holdings';
import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { formatMoneyInput } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { worthOf } from '@depotwerk/domain/worth';
import { unitPrice } from '../../../platform/position-files/unit-price.ts';
import { otherCurrencyNote, shownNotes, statedText } from '../stated-text.ts';
import type { StatedDepot, StatedPosition } from './customer-banks.ts';

/** What depots of a bank say of holdings, as a file of holdings says it. */
export interface BankHoldings {
  readonly holdings: AnalysisHolding[];
  /** What is not taken wholly, and why. */
  readonly refused: { readonly line: null; readonly reason: string }[];
  /** What the visitor is to decide. */
  readonly asked: AskedHolding[];
}

type Read =
  | { readonly holding: AnalysisHolding; readonly note: string | null }
  | { readonly asked: AskedHolding };

const euro = 'EUR';

/**
 * Holdings of depots as a bank states them. Nothing is guessed: what has no valid ISIN, neither units nor a value in euros, or
 * figures that contradict each other is asked about; a value in another currency is left out, and its units count. What was sold
 * wholly is no holding. Lots of one security are one. null = more than an analysis holds.
 */
export function holdingsOfDepots(depots: readonly StatedDepot[]): BankHoldings | null {
  const read = depots.flatMap(({ label, positions }) =>
    positions.filter(isHeld).map((position) => readPosition(label, position)),
  );
  const taken = read.flatMap((one) => ('holding' in one ? [one] : []));
  const asked = read.flatMap((one) => ('asked' in one ? [one.asked] : []));
  const { holdings, unclear } = joinHoldings(taken.map(({ holding }) => holding));
  if (holdings.length + asked.length > mostAnalysisHoldings) return null;
  const notes = [
    ...taken.flatMap(({ note }) => (note === null ? [] : [note])),
    ...unclear.map(
      (isin) =>
        `${isin} liegt in mehreren Depots, einmal nur mit Stückzahl und einmal nur mit Wert. Bitte geben Sie den Bestand über die Suche ein.`,
    ),
  ];
  return {
    holdings,
    asked,
    refused: shownNotes([...new Set(notes)].map((reason) => ({ line: null, reason }))),
  };
}

/** Banks keep a line for what was sold. */
const isHeld = ({ quantity, value }: StatedPosition): boolean =>
  !(quantity === 0 && (value === null || value === 0));

function readPosition(label: string, position: StatedPosition): Read {
  const { quantity, currency } = position;
  const name = statedText(position.name);
  const isEuro = currency === euro;
  const isin = position.isin === null ? null : normalizeIsin(position.isin);
  const known = isin !== null && findIsinFault(isin) === null ? isin : null;
  const price = isEuro ? position.price : null;
  const stated = isEuro ? position.value : null;
  const held = quantity !== null && quantity > 0 ? quantity : null;
  const value = positiveOrNull(stated ?? (held !== null && price !== null ? worthOf(held, price) : null));
  const ask = (reason: string): Read => ({
    asked: {
      isin: known,
      name,
      quantity: held,
      value,
      page: null,
      source: sourceOf(label, position),
      reason,
    },
  });
  if (known === null)
    return ask(
      'Die Bank nennt keine gültige ISIN. Bitte suchen Sie den Fonds, oder lassen Sie die Zeile weg.',
    );
  if (held === null && value === null)
    return ask(
      isEuro
        ? 'Die Bank nennt weder Stückzahl noch Wert.'
        : 'Die Bank nennt keine Stückzahl und den Wert nicht in Euro.',
    );
  if (stated === 0) return ask('Die Bank nennt 0 Euro als Wert.');
  if (held !== null && unitPrice({ quantity: held, price, value: stated }).isOtherUnit)
    return ask('Stückzahl mal Kurs ergibt nicht den Wert, den die Bank nennt.');
  return {
    holding: { isin: known, name, quantity: held, value },
    note: isEuro || position.value === null ? null : otherCurrencyNote(name === '' ? known : name),
  };
}

const positiveOrNull = (amount: number | null): number | null =>
  amount !== null && amount > 0 ? amount : null;

/** The line as the bank states it, to be compared with. */
function sourceOf(label: string, { isin, name, quantity, value, currency }: StatedPosition): string {
  const said = [
    name,
    isin,
    quantity === null ? null : `${formatNumber(quantity, 0, 6)} Stück`,
    value === null ? null : `${formatMoneyInput(value)} ${currency}`,
  ];
  return statedText(`${label}: ${said.filter((part) => part !== null && part !== '').join(', ')}`);
}
