// What an adviser would be ashamed of, counted: `npm run advice-audit -- 500` over so many random contracts of each of four
// kinds, `-- 500 --demo` over the contracts of the demo world as well (`--folder DIR` keeps its database for the next time),
// `-- 125 --demo --proof` with every smallest intervention judged by a mixed-integer programme. `-- 500 300001` begins with
// another seed than the first, so that nobody was tuned to what it asks.
// Every line of faults should be absent; means and sums stand below them.
import { parseArgs } from 'node:util';
import { adviceRequest } from '@depotwerk/engine/advice/advice-request';
import { prepareTariff } from '@depotwerk/engine/check/tariff-context';
import { adviceCase, adviceProfiles } from '@depotwerk/engine/fixtures/advice-case';
import { programSolver } from '@depotwerk/engine/fixtures/linear-program';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { AdviceCounts, type AuditedContract } from './advice-counts.ts';
import { readDemoAdvice } from './demo-advice.ts';
import { ProofOfSmallness } from './proof-of-smallness.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { demo: { type: 'boolean' }, folder: { type: 'string' }, proof: { type: 'boolean' } },
});
const runs = Number(positionals[0] ?? 250);
const first = Number(positionals[1] ?? 1);

function* randomContracts(): Generator<AuditedContract> {
  for (const profile of adviceProfiles)
    for (let seed = first; seed < first + runs; seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), profile);
      yield { name: `${profile} ${seed}`, context: prepareTariff(tariff), request };
    }
}

async function* demoContracts(): AsyncGenerator<AuditedContract> {
  for (const { key, input } of await readDemoAdvice(values.folder ?? null)) {
    const { context, request } = adviceRequest(input, {});
    yield { name: key, context, request };
  }
}

const solve = values.proof ? await programSolver() : null;

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** Counts contracts and prints what was found. */
async function audit(title: string, contracts: Iterable<AuditedContract> | AsyncIterable<AuditedContract>) {
  const counts = new AdviceCounts();
  const proof = new ProofOfSmallness(solve);
  for await (const contract of contracts) proof.add(contract, counts.add(contract));
  console.log(`\n${counts.contracts} ${title}`);
  const byName = <T>([a]: readonly [string, T], [b]: readonly [string, T]) => (a < b ? -1 : 1);
  for (const [line, names] of [...counts.faults].toSorted(byName))
    console.log(`  FAULT ${line}: ${names.length} (${names.slice(0, 30).join(', ')})`);
  if (counts.faults.size === 0) console.log('  no fault');
  for (const [line, sum] of [...counts.sums].toSorted(byName)) {
    const isMean = line.endsWith('a contract') || line.endsWith('in percent');
    console.log(`  ${line}: ${isMean ? (sum / counts.contracts).toFixed(1) : sum}`);
  }
  for (const line of proof.lines()) console.log(`  ${line}`);
  for (const what of ['hints', 'findings'] as const) {
    const sorted = counts[what].toSorted((a, b) => a - b);
    console.log(
      `  ${what}: median ${quantile(sorted, 0.5)}, nine in ten up to ${quantile(sorted, 0.9)}, at most ${sorted.at(-1) ?? 0}`,
    );
  }
}

if (runs > 0) await audit('random contracts', randomContracts());
if (values.demo) await audit('contracts of the demo', demoContracts());
