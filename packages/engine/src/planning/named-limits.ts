import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { otherOf } from '../check/shortlist-fund.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import type { ScoreParts } from '../contract-score.ts';
import { addedFindings, compareAims, fallenParts } from './judge-plan.ts';
import type { BindingLimit } from './plan-input.ts';

/** Why each part of the score can fall although the plan mends more than it costs. */
const causes: Readonly<Record<keyof ScoreParts, readonly [string, string]>> = {
  risk: ['Risiko', 'weil keine zulässigen Aufträge näher an das Risikoband führen'],
  allocation: ['Aufteilung', 'weil die zulässigen Aufträge nicht näher an die Zielaufteilung führen'],
  quality: [
    'Fondsqualität',
    'weil die Auswahl des Tarifs in den Zielgruppen keine Fonds mit höherem Rang enthält, die sich mit diesen Beträgen kaufen lassen',
  ],
  costs: [
    'Kosten',
    'weil die Auswahl des Tarifs in den Zielgruppen keine günstigeren Fonds enthält, die sich mit diesen Beträgen kaufen lassen',
  ],
  savingsPlan: ['Sparplan', 'weil Mindestraten und verfügbare Fonds keine bessere Aufteilung zulassen'],
};

/** The same where the tariff offers better funds than those held after the plan: the paper must not say there are none. */
const causesBesideBetter = {
  quality:
    'weil Fonds gekauft oder behalten werden, zu denen die Auswahl des Tarifs in derselben Peergroup Fonds mit höherem Rang enthält',
  costs:
    'weil Fonds gekauft oder behalten werden, zu denen die Auswahl des Tarifs in derselben Peergroup günstigere enthält',
} as const;

/** Whether the tariff offers a fund of higher rank, or a cheaper one of no lower rank, for one that a contract holds. */
export const isBetterOffered = (
  context: TariffContext,
  { positions }: ContractInput,
  part: keyof typeof causesBesideBetter,
): boolean =>
  positions.some(({ isin, quantity }) => {
    const fund = quantity > 0 ? context.funds.get(isin) : undefined;
    if (!fund) return false;
    if (part === 'costs') return fund.cheaper !== null;
    return otherOf(context, fund.groupIndex, ({ rank }) => (rank ?? 0) > (fund.rank ?? 0)) !== null;
  });

const smallest =
  'weil nur das Nötige umgeschichtet wird; die Volle Umschichtung vermeidet es mit größerem Umsatz';

/** Parts of the score for which funds are bought that cost more; the savings plan follows rules of its own. */
const ofCap: ReadonlySet<keyof ScoreParts> = new Set(['risk', 'allocation', 'quality']);
const capped =
  'weil die Kostengrenze des Tarifs die Fonds und Aufträge, die das vermeiden würden, nicht zulässt';

/** Both sides of a fall as they are told apart: with a decimal where whole points are the same. */
function bothPoints(before: number, after: number): readonly [string, string] {
  const digits = before.toFixed(0) === after.toFixed(0) ? 1 : 0;
  const points = (value: number) => value.toFixed(digits).replace('.', ',');
  return [points(before), points(after)];
}

/**
 * What a proposal makes worse where it mends more than that, each with the limit that binds, in a German sentence.
 *
 * @param larger the check of the full switch, asked where a part falls: what it avoids, smallness makes worse
 * @param free the check of the plan without the cap of the tariff on costs, where that decides: what it avoids, the cap makes worse
 * @param isBetter whether the tariff offers better funds in the same groups than those held after the plan
 */
export const namedLimits = (
  before: ContractCheck,
  after: ContractCheck,
  larger: () => ContractCheck | null,
  free: ContractCheck | null = null,
  isBetter: (part: keyof typeof causesBesideBetter) => boolean = () => false,
): BindingLimit[] => [
  ...fallenParts(before, after).map((key): BindingLimit => {
    const [name, limit] = causes[key];
    const other = larger();
    const isAvoided =
      other !== null && compareAims(other, after) <= 0 && !fallenParts(before, other).includes(key);
    const isCapped = ofCap.has(key) && free !== null && free.parts[key] > after.parts[key] + 0.5;
    const isBeside = (key === 'costs' || key === 'quality') && isBetter(key);
    const found = isBeside ? causesBesideBetter[key] : limit;
    const cause = isCapped ? capped : isAvoided ? smallest : found;
    const values = { before: before.parts[key], after: after.parts[key] };
    const [from, to] = bothPoints(values.before, values.after);
    const text = `Die Teilnote ${name} sinkt von ${from} auf ${to}, ${cause}.`;
    return { limit: `score.${key}`, subject: 'portfolio', values, text };
  }),
  ...addedFindings(before, after).map((finding): BindingLimit => {
    const [code = '', ...rest] = finding.split(' ');
    const subject = rest.join(' ');
    const isCapped = free !== null && !addedFindings(before, free).includes(finding);
    return { limit: `finding.${code}`, subject, values: {}, text: addedText(code, subject, isCapped) };
  }),
];

/**
 * Why a finding is borne.
 *
 * @param isCapped whether the cap of the tariff on costs is what keeps from avoiding it
 */
function addedText(code: string, subject: string, isCapped: boolean): string {
  if (code === 'H13')
    return `${subject} wird zum Klumpenrisiko, ${isCapped ? capped : 'weil die Auswahl des Tarifs für das Ziel keine weiteren Fonds oder Gesellschaften enthält'}.`;
  if (code === 'H15')
    return 'Der Sparplan weicht stärker vom Ziel ab, weil Mindestraten und verfügbare Fonds keine bessere Aufteilung zulassen.';
  if (code === 'H01' || code === 'H02')
    return `Das Risiko liegt danach ${code === 'H01' ? 'über' : 'unter'} dem Band der Risikoklasse, ${isCapped ? capped : causes.risk[1]}.`;
  if (code === 'H08' || code === 'H09' || code === 'H10')
    return `Die Peergroup ${subject} liegt danach außerhalb ihrer Toleranz, ${isCapped ? capped : causes.allocation[1]}.`;
  const about = subject === 'portfolio' ? 'Zum Vertrag' : `Zu ${subject}`;
  return `${about} kommt ein Hinweis hinzu, ${isCapped ? capped : 'weil die Grenzen des Tarifs nichts anderes zulassen'}.`;
}
