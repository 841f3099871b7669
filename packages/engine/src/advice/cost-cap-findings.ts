import {
  breaksCap,
  type CostedFunds,
  type CostedPositions,
  heldCosts,
  isAboveCap,
} from '../planning/cost-cap.ts';
import { percentText } from '../planning/limit-text.ts';
import type { AdviceFinding as Finding } from './purchase-for-client.ts';

/**
 * What the cap of the tariff on ongoing costs says of a plan or an application: a block where it breaks the cap, a warning where it was broken
 * before or costs that are not known leave it open.
 *
 * @param cap fraction a year; undefined = the tariff has none
 */
export function costCapFindings(
  context: CostedFunds,
  before: CostedPositions,
  after: CostedPositions,
  cap: number | undefined,
): Finding[] {
  if (cap === undefined) return [];
  const held = heldCosts(context, after);
  const [costs, limit] = [percentText(held.known, cap), percentText(cap, held.known)];
  if (isAboveCap(held, cap))
    return [
      [
        breaksCap(context, before, after, cap) ? 'blocked' : 'warning',
        held.unknownShare > 0
          ? `Die laufenden Kosten der Fonds betragen mindestens ${costs} im Jahr; der Tarif erlaubt höchstens ${limit}.`
          : `Die laufenden Kosten der Fonds betragen ${costs} im Jahr; der Tarif erlaubt höchstens ${limit}.`,
      ],
    ];
  return held.unknownShare > 0
    ? [
        [
          'warning',
          `Die laufenden Kosten der Fonds sind nicht alle bekannt; der Tarif erlaubt höchstens ${limit} im Jahr, und ob das eingehalten ist, steht nicht fest.`,
        ],
      ]
    : [];
}
