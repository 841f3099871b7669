import { formatDate } from '../date-text.ts';
import { formatNumber } from '../number-text.ts';
import { formatPercent, formatPercentSigned, formatPointsColumn } from '../percent.ts';
import { unknownText } from '../unknown-text.ts';
import {
  type EffectFigures,
  effectMeaning,
  performanceEffects,
  performanceEffectTexts,
  type ShownComparison,
  shownComparison,
  shownDifference,
  unknownTariffPerformanceTexts,
} from './performance-effects.ts';

/** What is said of performance beside a target, in the words and figures of screen and paper. */
export const performanceWords = {
  returns: 'Rendite',
  timeWeighted: 'Zeitgewichtet',
  timeWeightedYearly: 'Zeitgewichtet p.\u00a0a.',
  moneyWeighted: 'Geldgewichtet p.\u00a0a.',
  contracts: 'Verträge des Tarifs',
  target: 'Ziel des Tarifs',
  difference: 'Abweichung',
  causes: 'Woher die Abweichung kommt',
  points: 'Prozentpunkte',
  byGroup: 'Je Peergroup, in Prozentpunkten',
  weight: 'Gehalten',
  aim: 'Ziel',
  together: 'Zusammen',
  beside: 'Neben den Fonds',
  sum: 'Summe',
} as const;

/** A return with its sign, or that it is not known. */
export const signedRate = (value: number | null | undefined): string =>
  value == null ? unknownText : formatPercentSigned(value, 2);

/** The same of a rate a year, which a shorter time has none of: there is no time-weighted one of it either. */
export const signedYearlyRate = (
  value: number | null | undefined,
  { timeWeightedYearly }: Pick<Returns, 'timeWeightedYearly'>,
): string => (value == null && timeWeightedYearly === null ? 'ab einem Jahr' : signedRate(value));

/** Effects that are known of each peer group. */
export const groupEffects = ['allocation', 'selection', 'fundCosts'] as const;
type GroupShares = Readonly<
  Record<(typeof groupEffects)[number], number> & { weight: number; targetWeight: number }
> & { readonly peergroupId: number | null; readonly name: string | null };
type Explained = { readonly timeWeighted: number } & EffectFigures & {
    readonly groups: readonly GroupShares[];
  };

const points = (value: number | undefined) => formatPointsColumn(value ?? 0);

/** The causes of a difference, each with its meaning and its points; the sum is the difference. */
export const causeRows = ({ effects }: Pick<ShownComparison, 'effects'>) =>
  performanceEffects.map((effect) => ({
    effect,
    name: performanceEffectTexts[effect].name,
    meaning: effectMeaning(effect, effects),
    points: effects[effect] === null ? unknownText : points(effects[effect]),
  }));

/** Peer groups by what they add to the difference, the most first, in the order of the columns; last their sum. */
export function groupRows(groups: readonly GroupShares[], shown: ShownComparison) {
  const rows = groups
    .map((group, k) => ({ ...group, shown: shown.groups[k] }))
    .toSorted((a, b) => Math.abs(b.shown?.sum ?? 0) - Math.abs(a.shown?.sum ?? 0))
    .map((group) => ({
      key: group.peergroupId ?? 'beside',
      name: group.name ?? performanceWords.beside,
      /** Whether the name is one of the house and not a word. */
      isNamed: group.name !== null,
      weights: [formatPercent(group.weight, 1), formatPercent(group.targetWeight, 1)],
      effects: groupEffects.map((effect) => points(group.shown?.[effect])),
      together: points(group.shown?.sum),
    }));
  return {
    rows,
    sums: groupEffects.map((effect) => points(shown.effects[effect])),
    together: points(groupEffects.reduce((sum, effect) => sum + shown.effects[effect], 0)),
  };
}

interface Returns {
  readonly timeWeighted: number;
  readonly timeWeightedYearly: number | null;
  readonly moneyWeighted: number | null;
}

/** The performance of the contracts of a tariff as it is computed. */
export interface TariffPerformanceFigures {
  readonly contracts: {
    readonly counted: number;
    readonly unknownHistory: number;
    readonly withoutClass: number;
    readonly unexplained: number;
    /** Absent in figures stored before it was told. */
    readonly unknownCosts?: number | undefined;
    readonly unknownPayments?: number | undefined;
  };
  readonly performance: (Returns & { readonly from: string; readonly to: string }) | null;
  readonly target: Returns | null;
  readonly targetUnknownIn: string | null;
  readonly comparison:
    | Explained
    | {
        readonly reason: keyof typeof unknownTariffPerformanceTexts;
        readonly from: string | null;
        readonly to: string | null;
      }
    | null;
}

const returnFigures = ['timeWeighted', 'timeWeightedYearly', 'moneyWeighted'] as const;

/** Own returns, those of the target, and the difference; cells in the order of the three columns. */
export function returnRows({
  performance,
  target,
}: Pick<TariffPerformanceFigures, 'performance' | 'target'>) {
  const difference = returnFigures.map((figure) => {
    const [own, aimed] = [performance?.[figure] ?? null, target?.[figure] ?? null];
    return own === null || aimed === null ? unknownText : formatPointsColumn(shownDifference(own, aimed));
  });
  const cells = (side: Returns | null) => returnFigures.map((figure) => signedRate(side?.[figure]));
  return [
    { key: 'own', label: performanceWords.contracts, unit: '', cells: cells(performance) },
    { key: 'target', label: performanceWords.target, unit: '', cells: cells(target) },
    {
      key: 'difference',
      label: performanceWords.difference,
      unit: performanceWords.points,
      cells: difference,
    },
  ];
}

/** The difference as it is shown; null where it is not explained. */
export function explainedComparison({ performance, comparison }: TariffPerformanceFigures) {
  if (performance === null || comparison === null || 'reason' in comparison) return null;
  return {
    groups: comparison.groups,
    shown: shownComparison(performance.timeWeighted, comparison, comparison.groups),
  };
}

export const tariffPerformanceTitle = 'Wertentwicklung der Verträge gegen das Ziel';
export const noTariffPerformance = {
  title: 'Noch keine Wertentwicklung',
  text: 'Dafür braucht es Verträge mit Risikoklasse, die in diesem Zeitraum Monat für Monat bewertet sind.',
} as const;
export const tariffPerformanceMethod =
  'Zeitgewichtet: die Wachstumsraten der Verträge je Monat, gewichtet mit ihrem Geld zu Monatsbeginn (GIPS), verkettet. Geldgewichtet: der interne Zins aller Zahlungen zusammen. Ziel: was der Tarif heute für die Risikoklasse jedes Vertrags vorsieht, je Peergroup der Mittelwert der aktiven Fonds, monatlich auf die Gewichte zurückgesetzt. Gezählt wird ab der letzten Bewertung des ersten Monats. Abweichung: je Vertrag und Monat nach Brinson und Fachler (1985) zerlegt, mit dem Geld der Verträge gewichtet und nach Carino (1999) verkettet; die Teile ergeben zusammen genau die Abweichung.';

/** Of how many contracts and of which time the figures are. */
export function countedText({ contracts, performance }: TariffPerformanceFigures): string {
  if (performance === null) return '';
  const [from, to] = [formatDate(performance.from), formatDate(performance.to)];
  return contracts.counted === 1
    ? `Ein Vertrag vom ${from} bis zum ${to}. Alle Renditen nach Kosten.`
    : `${formatNumber(contracts.counted)} Verträge als Ganzes, vom ${from} bis zum ${to}. Alle Renditen nach Kosten.`;
}

/** Why there is no target, or no explanation of the difference; null where there is. */
export function missingTargetText({ target, targetUnknownIn }: TariffPerformanceFigures): string | null {
  if (target !== null) return null;
  return targetUnknownIn === null
    ? 'Ein Vergleich mit dem Ziel ist nicht möglich: Was der Tarif für die Risikoklassen der Verträge vorsieht, steht nicht fest.'
    : `Ein Vergleich mit dem Ziel ist nicht möglich: Für eine Peergroup des Ziels oder eine Risikoklasse fehlen Kurse oder Aufteilung im Monat bis ${formatDate(targetUnknownIn)}.`;
}
export function unexplainedText({ comparison }: TariffPerformanceFigures): string | null {
  if (comparison === null || !('reason' in comparison)) return null;
  const { reason, from, to } = comparison;
  const [first, last] = [from, to].map((day) => (day === null ? '' : formatDate(day)));
  return `Die Abweichung vom Ziel lässt sich nicht zerlegen (${first} bis ${last}): ${unknownTariffPerformanceTexts[reason]}`;
}

/** How many contracts are in no figure or not explained, and why. */
export function leftOutTexts({
  contracts: { unknownHistory, withoutClass, unexplained, unknownCosts = 0, unknownPayments = 0 },
}: Pick<TariffPerformanceFigures, 'contracts'>): string[] {
  const sentence = (count: number, one: string, several: (number: string) => string) =>
    count === 0 ? [] : [count === 1 ? one : several(formatNumber(count))];
  return [
    ...sentence(
      unknownHistory,
      'Ein weiterer Vertrag ist in keiner Zahl enthalten: Seine Bewertungen haben in diesem Zeitraum Lücken oder fehlen.',
      (number) =>
        `${number} weitere Verträge sind in keiner Zahl enthalten: Ihre Bewertungen haben in diesem Zeitraum Lücken oder fehlen.`,
    ),
    ...sentence(
      withoutClass,
      'Ein weiterer Vertrag ist in keiner Zahl enthalten: Er hat keine Risikoklasse und damit kein Ziel.',
      (number) =>
        `${number} weitere Verträge sind in keiner Zahl enthalten: Sie haben keine Risikoklasse und damit kein Ziel.`,
    ),
    ...sentence(
      unexplained,
      'Bei einem der Verträge fehlt in mindestens einem Monat der Bestand oder ein Kurs; seine Abweichung steht für diese Monate unter „Übriges“.',
      (number) =>
        `Bei ${number} der Verträge fehlt in mindestens einem Monat der Bestand oder ein Kurs; ihre Abweichung steht für diese Monate unter „Übriges“.`,
    ),
    ...sentence(
      unknownCosts,
      'Bei einem der Verträge sind die Kosten des Vertrags unbekannt; sie stehen unter „Übriges“.',
      (number) =>
        `Bei ${number} der Verträge sind die Kosten des Vertrags unbekannt; sie stehen unter „Übriges“.`,
    ),
    ...sentence(
      unknownPayments,
      'Ein weiterer Vertrag ist in keiner Zahl enthalten: Was in ihn ein- und ausgezahlt wurde, ist nicht bekannt.',
      (number) =>
        `${number} weitere Verträge sind in keiner Zahl enthalten: Was in sie ein- und ausgezahlt wurde, ist nicht bekannt.`,
    ),
  ];
}

/** What 100 euros at the beginning have become. */
export const indexText = (value: number): string =>
  `Aus 100 € zu Beginn sind in den Verträgen ${formatNumber(value, 2, 2)} € geworden, Beiträge herausgerechnet.`;
