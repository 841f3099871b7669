import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import type { AdviceFinding as Finding } from './purchase-for-client.ts';

/** Ongoing costs a year of the funds held, as a fraction of their value, and the part of it whose costs nobody knows. */
interface HeldCosts {
  /** As far as they are known: they are at least as much. */
  readonly known: number;
  readonly unknownShare: number;
}

function heldCosts({ funds }: TariffContext, { positions }: ContractInput): HeldCosts {
  let [value, costs, unknown] = [0, 0, 0];
  for (const { isin, quantity, price } of positions) {
    const own = quantity * (price ?? 0);
    const ter = funds.get(isin)?.ter ?? null;
    value += own;
    if (ter === null) unknown += own;
    else costs += own * ter;
  }
  return value > 0 ? { known: costs / value, unknownShare: unknown / value } : { known: 0, unknownShare: 0 };
}

/** A share to the hundredth of a percent, or as finely as it takes to tell two apart. */
function percentText(fraction: number, other: number): string {
  const digits = [2, 3, 4].find((count) => (fraction * 100).toFixed(count) !== (other * 100).toFixed(count));
  return `${(fraction * 100).toFixed(digits ?? 2).replace('.', ',')}\u00a0%`;
}

/** Orders come in whole units: a thousandth of the cap is no breach. */
const slack = 1.001;

/**
 * What the cap of the tariff on ongoing costs says of a plan: a block where the plan breaks it, a warning where it was broken
 * before or costs that are not known leave it open.
 *
 * @param cap fraction a year; undefined = the tariff has none
 */
export function costCapFindings(
  context: TariffContext,
  before: ContractInput,
  after: ContractInput,
  cap: number | undefined,
): Finding[] {
  if (cap === undefined) return [];
  const held = heldCosts(context, after);
  const [costs, limit] = [percentText(held.known, cap), percentText(cap, held.known)];
  if (held.known > cap * slack)
    return [
      [
        held.known > heldCosts(context, before).known + 1e-9 ? 'blocked' : 'warning',
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

/** Whether the cap forbids to carry a plan out. */
export const breaksCostCap = (...plan: Parameters<typeof costCapFindings>): boolean =>
  costCapFindings(...plan).some(([result]) => result === 'blocked');
