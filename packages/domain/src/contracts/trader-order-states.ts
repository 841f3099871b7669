/** States of the orders of a plan at the bank, from what is stored here to the bank's own word. */
export const traderOrderStates = [
  'prepared',
  'sent',
  'unknown',
  'confirmed',
  'partlyConfirmed',
  'refused',
] as const;
export type TraderOrderState = (typeof traderOrderStates)[number];

/** States of an execution the bank has not settled: one of them at most for each contract. */
export const openOrderStates = ['prepared', 'sent', 'unknown'] as const satisfies readonly TraderOrderState[];

/** Whether the bank has still to settle it. */
export const isOpenOrder = (state: TraderOrderState): boolean =>
  openOrderStates.some((open) => open === state);

/** How list, contract, archive and file name them. */
export const traderOrderStateNames: Readonly<Record<TraderOrderState, string>> = {
  prepared: 'Vorbereitet',
  sent: 'Gesendet',
  unknown: 'Antwort der Bank steht aus',
  confirmed: 'Ausgeführt',
  partlyConfirmed: 'Teilweise ausgeführt',
  refused: 'Abgelehnt',
};
