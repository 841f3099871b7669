import type { ProgramSolver } from '@depotwerk/engine/fixtures/linear-program';
import { sizeOf, smallestPlan } from '@depotwerk/engine/fixtures/smallest-plan';
import type { Proposal } from '@depotwerk/engine/planning/plan-optimization';
import type { AuditedContract } from './advice-counts.ts';

/** Compares smallest interventions with what a mixed-integer programme finds; without a solver nothing is compared. */
export class ProofOfSmallness {
  readonly #solve: ProgramSolver | null;
  #compared = 0;
  readonly #beyond = new Map<string, string[]>();

  constructor(solve: ProgramSolver | null) {
    this.#solve = solve;
  }

  add({ context, request, name }: AuditedContract, proposals: readonly Proposal[]): void {
    const plan = proposals.find(({ mode }) => mode === 'necessary');
    if (!this.#solve || !plan?.isFeasible || plan.orders.length === 0) return;
    this.#compared += 1;
    const own = sizeOf(context, request, plan);
    const best = smallestPlan(this.#solve, context, request, plan);
    if (typeof best === 'string') return this.#note('not solved', `${name}, ${best}`);
    const ratio = own.turnover / Math.max(1e-9, best.turnover);
    const note = (line: string) =>
      this.#note(line, `${name} ${ratio.toFixed(2)}, ${own.orders} for ${best.orders}`);
    if (ratio > 1.05) note('turnover above 1.05 of the least');
    if (ratio > 1.25) note('turnover above 1.25 of the least');
    if (ratio < 0.99) note('turnover below the least: the programme has a bound that the planner has not');
    if (own.orders > best.orders + 1) note('more than one order too many');
  }

  /** What was found, a line each; nothing without a solver. */
  lines(): string[] {
    if (!this.#solve) return [];
    return [
      `proof: ${this.#compared} smallest interventions compared with the least turnover`,
      ...[...this.#beyond].map(([line, names]) => `proof: ${line}: ${names.length} (${names.join('; ')})`),
    ];
  }

  #note(line: string, name: string): void {
    const names = this.#beyond.get(line);
    if (names) names.push(name);
    else this.#beyond.set(line, [name]);
  }
}
