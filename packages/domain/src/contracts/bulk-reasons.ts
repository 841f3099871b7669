/** Why a contract stays as it is when many are changed, as the end of a sentence. */
export const bulkReasonTexts = {
  unchanged: 'schon auf dem neuen Stand',
  noRight: 'in der Gruppe des Kunden fehlt Ihnen das Recht dazu',
  customerBlocked: 'der Kunde ist gesperrt',
  linkedDepot: 'mit einem Depot der Bank verknüpft, das zu einem anderen Institut gehört',
  riskClass: 'der Tarif hat die Risikoklasse des Vertrags nicht',
  overdrawn: 'das sonstige Guthaben ist im Minus, und das kann es nur in einem Depot sein',
  numberTaken: 'das Institut führt diese Vertragsnummer schon',
} as const;
export type BulkReason = keyof typeof bulkReasonTexts;

/** The same as a list. */
export const bulkReasons: readonly BulkReason[] = [
  'unchanged',
  'noRight',
  'customerBlocked',
  'linkedDepot',
  'riskClass',
  'overdrawn',
  'numberTaken',
];

/** Why a contract or customer stays as it is when a change of many is taken back, as the end of a sentence. */
export const takeBackReasonTexts = {
  ...bulkReasonTexts,
  changedSince: 'seitdem an dieser Stelle anders geändert',
  formerGone: 'die frühere Gruppe, der frühere Tarif oder das Schlagwort lässt sich nicht mehr wählen',
  notAllowed: 'das Recht zu dieser Änderung fehlt inzwischen',
  notSeen: 'gelöscht, oder für Sie nicht mehr sichtbar',
} as const;
export type TakeBackReason = keyof typeof takeBackReasonTexts;

/** The same as a list. */
export const takeBackReasons: readonly TakeBackReason[] = [
  ...bulkReasons,
  'changedSince',
  'formerGone',
  'notAllowed',
  'notSeen',
];
