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
  contractCosts: { name: 'Kosten des Vertrags', meaning: 'soweit sie sich in den Bewertungen zeigen' },
  other: {
    name: 'Übriges',
    meaning: 'Käufe und Verkäufe innerhalb eines Monats, abweichende Kurse, Werte neben den Fonds',
  },
};

/** Why contract and target cannot be compared. */
export const unknownPerformanceTexts = {
  target: 'Der Vertrag hat keine Risikoklasse, oder sein Tarif hat für sie kein Ziel.',
  holdings: 'Für diese Zeit liegt kein Bestand vor.',
  prices: 'Für mehr als 5 % des Bestands fehlen in dieser Zeit Kurse oder die Peergroup.',
  groupPrices: 'Für eine Peergroup des Ziels fehlen in dieser Zeit Kurse.',
  lost: 'In dieser Zeit war der Vertrag ohne Wert.',
} as const;

/** How the comparison is made, in a sentence for screen and paper. */
export const performanceMethod =
  'Ziel ist die Aufteilung, die der Tarif heute für die Risikoklasse vorsieht, jede Peergroup mit dem Mittel ihrer Fonds nach deren Kosten, monatlich zurückgeführt. Zerlegung nach Brinson und Fachler (1985), über die Monate verkettet nach Carino (1999); die Teile ergeben zusammen genau die Abweichung.';
