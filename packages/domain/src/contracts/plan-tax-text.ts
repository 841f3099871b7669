import { formatDate } from '../date-text.ts';
import { formatMoney } from '../money.ts';
import { formatNumber } from '../number-text.ts';
import { formatPercent } from '../percent.ts';
import { unknownText } from '../unknown-text.ts';

/** The estimate of gain and tax of a plan in words and figures, the same on screen and on paper. */

/** A sale as the engine judged it; null = not known. */
export interface JudgedSale {
  readonly amount: number;
  readonly basis: 'lots' | 'average' | 'partly' | 'unknown';
  readonly gain: number | null;
  readonly exemption: number | null;
  readonly taxable: number | null;
  readonly unknownAmount: number;
  readonly unknownQuantity: number;
  /** What the purchases it sells were, the oldest first. */
  readonly taken: readonly { readonly acquiredDay: string | null }[];
  readonly isBeforeReform: boolean;
}
interface JudgedPlan {
  readonly sales: readonly JudgedSale[];
  readonly gain: number | null;
  readonly taxable: number | null;
  readonly allowanceUsed: number | null;
  readonly tax: number | null;
  readonly unknownAmount: number;
}

export const planTaxTitle = 'Gewinn und Steuer des Plans';
export const planTaxNotice = {
  title: 'Schätzung, keine Steuerberatung.',
  text: 'Was die Verkäufe des gespeicherten Plans an Gewinn und Steuer bringen würden.',
} as const;

const moneyOrUnknown = (value: number | null) => (value === null ? unknownText : formatMoney(value));

/** The sums, each with its name. */
export const planTaxSums = (plan: JudgedPlan) => [
  { key: 'gain', label: 'Realisierter Gewinn', value: moneyOrUnknown(plan.gain) },
  { key: 'taxable', label: 'Nach Teilfreistellung', value: moneyOrUnknown(plan.taxable) },
  { key: 'allowanceUsed', label: 'Davon freigestellt', value: moneyOrUnknown(plan.allowanceUsed) },
  { key: 'tax', label: 'Steuer (geschätzt)', value: moneyOrUnknown(plan.tax) },
];

/** Names of the columns behind the fund. */
export const saleColumns = {
  amount: 'Verkauf',
  gain: 'Gewinn',
  exemption: 'Teilfreistellung',
  taxable: 'Steuerpflichtig',
} as const;

/** The figures of a sale in the order of the columns. */
export const saleFigures = (sale: JudgedSale): readonly string[] => [
  formatMoney(sale.amount),
  moneyOrUnknown(sale.gain),
  sale.exemption === null ? unknownText : formatPercent(sale.exemption, 0),
  moneyOrUnknown(sale.taxable),
];

/** What the cost of a sale is taken from. */
export function saleBasisText(sale: JudgedSale): string {
  const days = sale.taken.map(({ acquiredDay }) => acquiredDay);
  const [first] = days;
  const last = days.at(-1);
  const range = first && last ? purchasesOf(days.length, first, last) : 'Käufe nach ihrer Reihenfolge (FIFO)';
  switch (sale.basis) {
    case 'lots':
      return range;
    case 'partly':
      return `${range}; für ${formatNumber(sale.unknownQuantity, 0, 6)} Anteile ist kein Kaufpreis bekannt`;
    case 'average':
      return 'Durchschnitt der Einstandswerte, weil die Käufe nicht alle bekannt sind';
    case 'unknown':
      return 'Kaufpreis unbekannt';
  }
}

const purchasesOf = (count: number, first: string, last: string) =>
  count === 1
    ? `Kauf vom ${formatDate(first)} (FIFO)`
    : `Käufe vom ${formatDate(first)} bis ${formatDate(last)} (FIFO)`;

/** Sentences below the table: what is in no sum, and what the estimate is made with and leaves out. `rate` as a fraction. */
export function planTaxSentences(plan: JudgedPlan, rate: number, hasChurchTax: boolean): string[] {
  const hasOld = plan.sales.some(({ isBeforeReform }) => isBeforeReform);
  return [
    ...(plan.unknownAmount > 0
      ? [
          `Für Verkäufe von ${formatMoney(plan.unknownAmount)} sind Kaufpreis oder Aktienquote unbekannt; sie sind in keiner Summe enthalten.`,
        ]
      : []),
    ...(hasOld
      ? [
          'Verkauft werden auch Anteile, die vor 2018 gekauft wurden oder deren Kauftag unbekannt ist. Dass sie als Ende 2017 veräußert gelten (§ 56 InvStG), ist nicht gerechnet.',
        ]
      : []),
    hasChurchTax
      ? `Gerechnet mit ${formatPercent(rate, 3)} (Abgeltungsteuer, Solidaritätszuschlag und Kirchensteuer), ohne frühere Verluste und Vorabpauschalen.`
      : `Gerechnet mit ${formatPercent(rate, 3)} (Abgeltungsteuer und Solidaritätszuschlag), ohne Kirchensteuer, frühere Verluste und Vorabpauschalen.`,
    'Zuerst gekaufte Anteile gelten als zuerst verkauft (FIFO, § 20 Abs. 4 Satz 7 EStG); Anteile ohne erfassten Kauf gelten als die ältesten. Sagen die erfassten Käufe nicht alles, wird mit dem Durchschnitt der Einstandswerte gerechnet, wo er bekannt ist.',
    'Die Teilfreistellung folgt der bekannten Aktienquote (über 50 %: 30 %, ab 25 %: 15 %); Immobilienfonds sind an der Branche ihrer Peergroup erkannt (60 %).',
  ];
}
