/** What the difference between a contract and its target is explained by, in the order it is shown. */
export const performanceEffects = ['allocation', 'selection', 'fundCosts', 'contractCosts', 'other'] as const;
export type PerformanceEffect = (typeof performanceEffects)[number];

/** German words of the effects, and what they mean. */
export const performanceEffectTexts: Readonly<
  Record<PerformanceEffect, { readonly name: string; readonly meaning: string }>
> = {
  allocation: {
    name: 'Aufteilung',
    meaning: 'mehr oder weniger in einer Peergroup, als das Ziel vorsieht',
  },
  selection: {
    name: 'Auswahl der Fonds',
    meaning: 'bessere oder schlechtere Fonds als das Mittel ihrer Peergroup, vor deren Kosten',
  },
  fundCosts: {
    name: 'Kosten der Fonds',
    meaning: 'teurere oder günstigere Fonds als das Mittel ihrer Peergroup',
  },
  contractCosts: {
    name: 'Kosten des Vertrags',
    meaning: 'soweit sie in den Bewertungen stecken, nicht was gesondert gezahlt wird',
  },
  other: {
    name: 'Übriges',
    meaning: 'Zahlungen, Käufe und Verkäufe innerhalb eines Monats, abweichende Kurse, Werte neben den Fonds',
  },
};

/** A difference by its causes; the costs of the contract are null where nobody knows them: they are part of the rest. */
export type EffectFigures = Readonly<
  Record<Exclude<PerformanceEffect, 'contractCosts'>, number> & { contractCosts: number | null }
>;

/** What the rest holds beside its own where the costs of the contract are not known. */
const otherWithCosts =
  'Zahlungen, Käufe und Verkäufe innerhalb eines Monats, abweichende Kurse, Werte neben den Fonds, die unbekannten Kosten des Vertrags';

/** What an effect means among the others. */
export const effectMeaning = (effect: PerformanceEffect, { contractCosts }: EffectFigures): string =>
  effect === 'other' && contractCosts === null ? otherWithCosts : performanceEffectTexts[effect].meaning;

/** Why contract and target cannot be compared. */
export const unknownPerformanceTexts = {
  target: 'Der Vertrag hat keine Risikoklasse, oder sein Tarif hat für sie kein Ziel.',
  payments: 'Was in dieser Zeit ein- und ausgezahlt wurde, ist nicht bekannt.',
  holdings: 'Für diese Zeit liegt kein Bestand vor.',
  prices: 'Für mehr als 5 % des Bestands fehlen in dieser Zeit Kurse oder die Peergroup.',
  groupPrices: 'Für eine Peergroup des Ziels fehlen in dieser Zeit Kurse.',
  lost: 'In dieser Zeit war der Vertrag ohne Wert.',
} as const;

/** The same of the contracts of a tariff together. */
export const unknownTariffPerformanceTexts: Readonly<Record<keyof typeof unknownPerformanceTexts, string>> = {
  target: 'Was der Tarif für die Risikoklassen der Verträge vorsieht, steht nicht fest.',
  payments: 'Was in die Verträge ein- und ausgezahlt wurde, ist nicht bekannt.',
  holdings: 'Von Verträgen mit mehr als 5 % des Geldes liegt in dieser Zeit kein Bestand vor.',
  prices:
    'Von Verträgen mit mehr als 5 % des Geldes fehlen in dieser Zeit Kurse oder die Peergroup von Fonds.',
  groupPrices: 'Für eine Peergroup des Ziels fehlen in dieser Zeit Kurse.',
  lost: 'In dieser Zeit waren die Verträge ohne Wert.',
};

/** How the comparison is made, in a sentence for screen and paper. */
export const performanceMethod =
  'Ziel ist die Aufteilung, die der Tarif heute für die Risikoklasse vorsieht, jede Peergroup mit dem Mittel ihrer Fonds nach deren Kosten, zurückgeführt am Ende jedes Monats mit einer Bewertung. Zerlegung nach Brinson und Fachler (1985), über die Monate verkettet nach Carino (1999). Die Teile ergeben zusammen genau die Abweichung und sind so gerundet, dass auch die gezeigten Zahlen sie ergeben.';

/** Effects that are known of each peer group. */
type GroupEffects = Readonly<Record<'allocation' | 'selection' | 'fundCosts', number>>;

/** Returns and effects as they are shown: fractions of whole hundredths of a percent that add up as they stand. */
export interface ShownComparison {
  readonly own: number;
  readonly target: number;
  readonly difference: number;
  readonly effects: EffectFigures;
  /** In the order given; `sum` is the sum of the three. */
  readonly groups: readonly (GroupEffects & { readonly sum: number })[];
}

const hundredths = 10_000;

const inUnits = (fraction: number) => Math.round(fraction * hundredths);

/** The difference of two returns as both are shown, in hundredths of a percent: what a reader finds who subtracts them. */
export const shownDifference = (own: number, target: number): number =>
  (inUnits(own) - inUnits(target)) / hundredths;

/**
 * Rounds a comparison for screen and paper: the difference is that of the two returns shown, the effects add up to it
 * and those of the groups to theirs. No figure is moved by more than the hundredth that its neighbours' rounding lacks.
 */
export function shownComparison(
  own: number,
  target: { readonly timeWeighted: number } & EffectFigures,
  groups: readonly GroupEffects[],
): ShownComparison {
  const difference = inUnits(own) - inUnits(target.timeWeighted);
  const parts = roundedTo(
    performanceEffects.map((effect) => (target[effect] ?? 0) * hundredths),
    difference,
  );
  const partOf = (effect: PerformanceEffect) => parts[performanceEffects.indexOf(effect)] ?? 0;
  const column = (effect: keyof GroupEffects) =>
    roundedTo(
      groups.map((group) => group[effect] * hundredths),
      partOf(effect),
    );
  const [allocation, selection, fundCosts] = [column('allocation'), column('selection'), column('fundCosts')];
  return {
    own: inUnits(own) / hundredths,
    target: inUnits(target.timeWeighted) / hundredths,
    difference: difference / hundredths,
    effects: {
      allocation: partOf('allocation') / hundredths,
      selection: partOf('selection') / hundredths,
      fundCosts: partOf('fundCosts') / hundredths,
      contractCosts: target.contractCosts === null ? null : partOf('contractCosts') / hundredths,
      other: partOf('other') / hundredths,
    },
    groups: groups.map((_, k) => {
      const [a, b, c] = [allocation[k] ?? 0, selection[k] ?? 0, fundCosts[k] ?? 0];
      return {
        allocation: a / hundredths,
        selection: b / hundredths,
        fundCosts: c / hundredths,
        sum: (a + b + c) / hundredths,
      };
    }),
  };
}

/** Whole units nearest to the parts whose sum is `total`: what is missing goes where rounding has taken most. */
function roundedTo(parts: readonly number[], total: number): number[] {
  const units = parts.map((part) => Math.round(part));
  let missing = total - units.reduce((sum, part) => sum + part, 0);
  for (; missing !== 0; missing -= Math.sign(missing)) {
    const taken = parts.map((part, k) =>
      // What is nothing stays nothing.
      part === 0 ? Number.NEGATIVE_INFINITY : (part - (units[k] ?? 0)) * Math.sign(missing),
    );
    const neediest = taken.indexOf(Math.max(...taken));
    if (neediest < 0) break;
    units[neediest] = (units[neediest] ?? 0) + Math.sign(missing);
  }
  return units;
}
