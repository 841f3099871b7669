// Contracts that are hard to advise, in great number: `node tools/run.mjs tools/drills/adverse-contracts.ts 1250 [FIRST_SEED]` plans
// so many of each of four profiles (depots of about twenty positions, little money under limits, savings plans under minimum
// rates, locked and closed funds) and asks what is promised of every proposal. Ends with 1 if a promise is broken.
import { prepareTariff } from '@depotwerk/engine/check/tariff-context';
import { adverseContract, adverseProfiles } from '@depotwerk/engine/fixtures/adverse-contract';
import { brokenPromises } from '@depotwerk/engine/fixtures/adverse-rules';
import { planOptimization } from '@depotwerk/engine/planning/plan-optimization';

const runs = Number(process.argv[2] ?? 1250);
const first = Number(process.argv[3] ?? 1);
let broken = 0;
for (const profile of adverseProfiles) {
  const lines = new Map<string, number[]>();
  let worst = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const { tariff, request } = adverseContract(seed, profile);
    const context = prepareTariff(tariff);
    const started = performance.now();
    const proposals = planOptimization(context, request);
    worst = Math.max(worst, performance.now() - started);
    for (const line of new Set(brokenPromises(context, request, proposals)))
      lines.set(line, [...(lines.get(line) ?? []), seed]);
  }
  for (const [line, seeds] of lines)
    console.log(`BROKEN ${profile}: ${line}: ${seeds.length} (${seeds.slice(0, 20).join(', ')})`);
  broken += lines.size;
  console.log(`${profile}: ${runs} contracts, slowest plan ${Math.round(worst)} ms`);
}
process.exitCode = broken === 0 ? 0 : 1;
