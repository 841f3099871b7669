import type { TariffContext } from '../check/tariff-context.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { type Holding, isBuyable, paysToSwitch } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';

/** What shall carry a group's weight. */
interface GroupChoice {
  /** Holdings that stay at most at their value: good enough, and a switch would not pay. */
  readonly staying: readonly Holding[];
  /** Funds that take the rest, in order of preference. */
  readonly wanted: readonly Holding[];
}

/** Keep rule: what is held and wanted stays; what is held and acceptable leaves only for a switch that pays. */
function chooseGroupFunds(
  context: TariffContext,
  request: PlanRequest,
  groupIndex: number,
  inGroup: readonly Holding[],
): GroupChoice {
  const usable = inGroup.filter((holding) => holding.isAcceptable && !holding.isLocked);
  const { buyOnly } = request.rules;
  // Where nothing is sold, whatever is held stays and carries its group.
  const carrying = buyOnly ? inGroup.filter(({ value, isLocked }) => value > 0 && !isLocked) : [];
  if (usable.length === 0) return { staying: carrying, wanted: [] };
  // What nobody may begin to buy, softly closed or of unknown risk, stays where it is held and takes nothing.
  const shortlist = (context.input.shortlists[groupIndex] ?? []).flatMap(
    (isin) => usable.find((holding) => holding.isin === isin && isBuyable(context, holding)) ?? [],
  );
  const proposed = shortlist.filter((holding) => context.proposal.has(holding.isin));
  const wanted = proposed.length > 0 ? proposed : shortlist.slice(0, 1);
  const held = usable.filter((holding) => holding.value > 0);
  if (wanted.length === 0) {
    // Nor may more of it be bought where the group has nothing else.
    const taking = held.filter((holding) => isBuyable(context, holding));
    return {
      staying: (buyOnly ? carrying : held).filter((holding) => !taking.includes(holding)),
      wanted: taking,
    };
  }
  if (buyOnly) return { staying: carrying.filter((holding) => !wanted.includes(holding)), wanted };
  const staying = held.filter((holding) => {
    if (wanted.includes(holding)) return false;
    return !wanted.every(({ isin }) => paysToSwitch(context, request, holding, isin));
  });
  return { staying, wanted };
}

/** Group weights to aim at: the target, or with NEAREST_BAND the nearest edge of target +- threshold. */
export function aimedGroupWeights(
  context: TariffContext,
  request: PlanRequest,
  current: Float64Array,
): Float64Array {
  const { target } = context;
  if (request.rules.mode === 'EXACT') return target;
  const { driftAbsolute, driftRelative } = context.input.rules;
  const aimed = target.map((wanted, g) => {
    const threshold = wanted > 0 ? Math.min(driftAbsolute, driftRelative * wanted) : 0;
    return Math.min(wanted + threshold, Math.max(wanted - threshold, current[g]!));
  });
  const sum = aimed.reduce((total, value) => total + value, 0);
  // The difference to 1 goes to the bought side in proportion to what it buys, else to everything.
  const bought = aimed.map((value, g) => Math.max(0, value - current[g]!));
  const buying = bought.reduce((total, value) => total + value, 0);
  if (buying > 0 && buying + (1 - sum) > 0)
    return aimed.map((value, g) => value + (bought[g]! / buying) * (1 - sum));
  return aimed.map((value) => (sum > 0 ? value / sum : value));
}

/**
 * Target values in cents by ISIN, summing to `total` less what locked holdings exceed (section 13, step 1). Locked
 * holdings keep their value; their group's other funds share what is left of its weight.
 */
export function targetValues(
  context: TariffContext,
  request: PlanRequest,
  holdings: readonly Holding[],
  total: number,
): Map<string, number> {
  const targets = new Map<string, number>();
  const n = context.target.length;
  const lockedByGroup = new Float64Array(n);
  const current = new Float64Array(n);
  let locked = 0;
  for (const holding of holdings) {
    if (holding.groupIndex >= 0) current[holding.groupIndex]! += holding.value / Math.max(1, total);
    if (!holding.isLocked) continue;
    targets.set(holding.isin, holding.value);
    locked += holding.value;
    if (holding.groupIndex >= 0) lockedByGroup[holding.groupIndex]! += holding.value;
  }
  const open = Math.max(0, total - locked);
  if (open <= 0) return targets;
  const aimed = aimedGroupWeights(context, request, current);
  const byGroup = Array.from({ length: n }, (): Holding[] => []);
  for (const holding of holdings) byGroup[holding.groupIndex]?.push(holding);
  // A group that gets nothing needs no funds; one without any fund leaves its weight to the others.
  const choices = byGroup.map((inGroup, g) =>
    aimed[g]! * total > lockedByGroup[g]! ? chooseGroupFunds(context, request, g, inGroup) : null,
  );
  // What only stays takes nothing more: where it may be sold, the others get what its group then lacks.
  const mostOf = ({ staying, wanted }: GroupChoice) =>
    wanted.length > 0 || request.rules.buyOnly ? Number.POSITIVE_INFINITY : sumOf(staying);
  const need = choices.map((choice, g) =>
    choice && choice.staying.length + choice.wanted.length > 0
      ? Math.min(mostOf(choice), aimed[g]! * total - lockedByGroup[g]!)
      : 0,
  );
  if (need.every((value) => value === 0)) return targets;
  roundToUnits(need, open).forEach((cents, g) => {
    const choice = choices[g];
    if (cents > 0 && choice) spreadInGroup(choice, cents, targets);
  });
  return targets;
}

const sumOf = (holdings: readonly Holding[]): number => holdings.reduce((sum, { value }) => sum + value, 0);

/**
 * Staying holdings keep their value (scaled if the group shrinks); the wanted funds share what is left. Where there are none, it is left:
 * what may only stay takes nothing.
 */
function spreadInGroup({ staying, wanted }: GroupChoice, cents: number, targets: Map<string, number>): void {
  const kept = Math.min(sumOf(staying), cents);
  if (kept > 0) {
    const parts = roundToUnits(
      staying.map(({ value }) => value),
      kept,
    );
    staying.forEach(({ isin }, k) => targets.set(isin, parts[k]!));
  }
  const rest = cents - kept;
  if (rest <= 0 || wanted.length === 0) return;
  const isHeld = wanted.some(({ value }) => value > 0);
  const parts = roundToUnits(
    wanted.map(({ value }) => (isHeld ? value : 1)),
    rest,
  );
  wanted.forEach(({ isin }, k) => targets.set(isin, (targets.get(isin) ?? 0) + parts[k]!));
}
