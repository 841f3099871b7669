// `node tools/run.mjs tools/least-plans.ts`: writes packages/engine/src/fixtures/least-plans.json anew: for random contracts what
// no plan does better than (by a mixed-integer programme) and what is left open, so that tests compare without a solver.
// Contracts where a limit binds, a group is not left in its tolerance, or where the plan itself is more than a twentieth above the least, stay out.
import { writeFileSync } from 'node:fs';
import { prepareTariff } from '@depotwerk/engine/check/tariff-context';
import { adviceCase, adviceProfiles } from '@depotwerk/engine/fixtures/advice-case';
import { type LeastPlan, leastPlanKeys } from '@depotwerk/engine/fixtures/least-plans';
import { programSolver } from '@depotwerk/engine/fixtures/linear-program';
import { brokenGroups } from '@depotwerk/engine/fixtures/proposal-rules';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { sizeOf, smallestPlan } from '@depotwerk/engine/fixtures/smallest-plan';
import { planOptimization } from '@depotwerk/engine/planning/plan-optimization';

const perProfile = Number(process.argv[2] ?? 15);
const round = (value: number) => Math.round(1e4 * value) / 1e4;
const solve = await programSolver();
const rows: LeastPlan[] = [];
for (const profile of adviceProfiles)
  for (let seed = 3001, found = 0; found < perProfile; seed++) {
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    const context = prepareTariff(tariff);
    const [, savings, plan, full] = planOptimization(context, request);
    if (!savings?.isFeasible || !plan?.isFeasible || !full?.isFeasible) continue;
    if (brokenGroups(context, request, plan).length > 0) continue;
    if (plan.orders.length < (profile === 'calm' ? 2 : 3) || plan.limits.length > 0 || full.limits.length > 0)
      continue;
    const own = sizeOf(context, request, plan);
    const least = smallestPlan(solve, context, request, plan);
    if (typeof least === 'string' || own.turnover > 1.05 * least.turnover || own.orders > least.orders + 1)
      continue;
    const left = (severity: number) => plan.after.hints.filter((hint) => hint.severity === severity).length;
    const leftByFull = full.after.hints.filter((hint) => hint.severity >= 1).length;
    rows.push({
      profile,
      seed,
      turnover: round(least.turnover),
      orders: least.orders,
      errors: left(2),
      warnings: left(1),
      distance: round(plan.after.distance),
      leftByFull,
      targetByFull: Math.floor(full.after.parts.allocation),
      savingsPlan: round(savings.after.parts.savingsPlan),
    });
    found += 1;
  }
const values = (row: LeastPlan) => leastPlanKeys.map((key) => JSON.stringify(row[key])).join(', ');
const lines = rows.map((row) => `  [${values(row)}]`).join(',\n');
writeFileSync('packages/engine/src/fixtures/least-plans.json', `[\n${lines}\n]\n`);
console.log(`${rows.length} plans`);
