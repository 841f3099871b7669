import type { Hint, HintCode } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import type { Holding } from './holdings.ts';
import type { Order } from './make-orders.ts';

/** Why an order is proposed: a German sentence an adviser can read out, and the hints it serves. */
export interface OrderReason {
  readonly text: string;
  readonly hints: readonly HintCode[];
}

const percent = (fraction: number) => `${(fraction * 100).toFixed(1).replace('.', ',')} %`;

/** Sentences for selling because of a hint about the fund itself; the first that applies is said. */
const saleSentences: readonly (readonly [HintCode, string])[] = [
  ['H07', 'Der Fonds ist geschlossen oder aufgelöst und wird ersetzt.'],
  ['H18', 'Der Fonds passt nicht zur festgehaltenen Nachhaltigkeitspräferenz.'],
  ['H06', 'Der Fonds gehört nicht zur Auswahl des Tarifs.'],
  ['H04', 'Der Rang des Fonds liegt unter dem Mindestrang des Tarifs.'],
  ['H05', 'Der Fonds hat keinen Rang; der Tarif verlangt einen.'],
  ['H19', 'Der Risikoindikator des Fonds liegt über der Grenze des Profils.'],
  ['H14', 'Für den Fonds liegt kein aktueller Preis vor.'],
];

const groupHints: readonly HintCode[] = ['H08', 'H09', 'H10'];
const riskHints: readonly HintCode[] = ['H01', 'H02', 'H03'];

/** Explains an order from the hints of the check before it and the weights it moves between. */
export function explainOrder(
  context: TariffContext,
  order: Order,
  holding: Holding,
  before: readonly Hint[],
  total: number,
  partner: string | null,
): OrderReason {
  const group = context.input.peerGroups[holding.groupIndex] ?? null;
  const own = before.filter((hint) => hint.subject === order.isin).map((hint) => hint.code);
  const ofGroup = before
    .filter((hint) => hint.subject === group && groupHints.includes(hint.code))
    .map((hint) => hint.code);
  const ofRisk = before.filter((hint) => riskHints.includes(hint.code)).map((hint) => hint.code);
  const sale = order.action === 'sell' ? saleSentences.find(([code]) => own.includes(code)) : undefined;
  const hints = [
    ...new Set([...own, ...ofGroup, ...ofRisk, ...(order.action === 'buy' ? cashHints(before) : [])]),
  ].toSorted();
  if (sale) return { text: partner ? `${sale[1]} Nachfolger ist ${partner}.` : sale[1], hints };
  if (partner !== null) {
    const own = context.funds.get(order.isin);
    const other = context.funds.get(partner);
    const [from, to] = order.action === 'sell' ? [own, other] : [other, own];
    const saving = (from?.ter ?? 0) - (to?.ter ?? 0);
    const cost = saving > 0 ? ` Die laufenden Kosten sinken um ${percent(saving)} im Jahr.` : '';
    const name = order.action === 'sell' ? `Wechsel zu ${partner}` : `Wechsel von ${partner}`;
    return { text: `${name} innerhalb der Peergroup ${group ?? 'ohne Zuordnung'}.${cost}`, hints };
  }
  const weight = total > 0 ? holding.value / total : 0;
  const wanted = context.target[holding.groupIndex] ?? 0;
  const where = group ? `der Peergroup ${group}` : 'eines Fonds ohne Peergroup';
  if (order.action === 'sell') {
    const text =
      wanted === 0
        ? `Der Anteil ${where} ist im Zielportfolio nicht vorgesehen.`
        : `Der Anteil liegt mit ${percent(weight)} über dem Ziel ${where} von ${percent(wanted)}.`;
    return { text, hints };
  }
  const text =
    holding.value === 0
      ? `Das Zielportfolio sieht ${where} einen Anteil von ${percent(wanted)} vor.`
      : `Der Anteil liegt mit ${percent(weight)} unter dem Ziel ${where} von ${percent(wanted)}.`;
  return {
    text: text.replace('sieht der', 'sieht für die').replace('sieht eines', 'sieht für einen'),
    hints,
  };
}

const cashHints = (before: readonly Hint[]): HintCode[] =>
  before.filter((hint) => hint.code === 'H20').map((hint) => hint.code);
