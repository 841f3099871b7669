/**
 * What is known of a fund that takes no money any more, in a German sentence: the same in hint, order and refusal. A fund that is
 * switched off counts as closed.
 *
 * @param fund its name, or „Der Fonds“
 * @param successor name of the fund it was merged into; null where nobody said so
 */
export function closedFundText(fund: string, status: string, successor: string | null): string {
  if (status === 'liquidated') return `${fund} ist aufgelöst.`;
  if (status !== 'merged') return `${fund} ist geschlossen.`;
  return successor === null ? `${fund} ist verschmolzen.` : `${fund} ist auf ${successor} verschmolzen.`;
}

/** The same as a title. */
export function closedFundTitle(status: string): string {
  if (status === 'liquidated') return 'Fonds aufgelöst';
  return status === 'merged' ? 'Fonds verschmolzen' : 'Fonds geschlossen';
}
