// Frontiers as strangers ask for them, in great number: `node tools/run.mjs tools/drills/adverse-frontiers.ts 3000 [FIRST_SEED]`.
// Duplicated, leveraged and hedged assets, few observations, riskless ones, six decades of volatility, minimum, fixed and short
// weights, groups with minimum and maximum that meet in one point, and all of these together; every portfolio of every answer
// is judged by linear programmes of a solver nobody here wrote. Ends with 1 if one is suboptimal, missing or wrongly refused.
import { auditAdverseFrontiers } from '@depotwerk/engine/fixtures/audit-adverse-frontiers';

const count = Number(process.argv[2] ?? 3000);
const first = Number(process.argv[3] ?? 1);
const started = performance.now();
const seeds = Array.from({ length: count }, (_, k) => first + k);
const { wrong, answered, infeasible, judged, worst } = await auditAdverseFrontiers(seeds);
for (const line of wrong) console.log(`WRONG ${line}`);
console.log(
  `${count} problems: ${answered} answered, ${infeasible} infeasible as the other solver says, ${judged} portfolios judged, ` +
    `at most ${worst.toExponential(1)} from the optimum, ${wrong.length} wrong, ${Math.round((performance.now() - started) / 1000)} s`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
