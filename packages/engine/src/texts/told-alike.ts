/*
 * Sentences the engine tells in orders and refusals and the domain in hints. The engine runs without anything else, so they stand in
 * both; `tools/sentences-of-the-engine.test.ts` holds them equal.
 */

/**
 * What is known of a fund that takes no money any more. A fund that is switched off counts as closed.
 *
 * @param fund its name, or „Der Fonds“
 * @param successor name of the fund it was merged into; null where nobody said so
 */
export function closedFundText(fund: string, status: string, successor: string | null): string {
  if (status === 'liquidated') return `${fund} ist aufgelöst.`;
  if (status !== 'merged') return `${fund} ist geschlossen.`;
  return successor === null ? `${fund} ist verschmolzen.` : `${fund} ist auf ${successor} verschmolzen.`;
}

/** That an account is below zero, and what helps beside sales; `amount` as it is written. */
export const overdrawnText = (amount: string): string =>
  `Das sonstige Guthaben ist mit ${amount} im Minus; ausgleichen lässt es sich auch durch eine Einzahlung.`;
