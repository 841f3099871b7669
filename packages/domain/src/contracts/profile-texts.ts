/** How much of her money a client can lose, by the keys of the answer. */
export const lossCapacityTexts: Readonly<Record<string, string>> = {
  none: 'Keine Verluste tragbar',
  limited: 'Begrenzte Verluste tragbar',
  full: 'Verlust des gesamten Betrags tragbar',
};

/** What a client prefers of sustainable funds, by the keys of the answer. */
export const sustainabilityKindTexts: Readonly<Record<string, string>> = {
  none: 'Keine',
  minimumShare: 'Mindestanteil nachhaltiger Anlagen',
  pai: 'Nachteilige Auswirkungen beachten',
};
