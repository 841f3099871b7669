import { checkStages, runStages, testStages } from './test-stages.ts';

/**
 * `npm test`: everything, on PostgreSQL 15 only what differs between versions. `npm run test:unit`, `test:server`,
 * `test:browser`: one part; `npm run test:postgres15`: every test of the server on PostgreSQL 15.
 */
const [part] = process.argv.slice(2);
if (part === undefined) {
  const { postgres15: _, ...stages } = testStages;
  await runStages([...checkStages, ...Object.values(stages).flat()]);
} else {
  const stages = testStages[part];
  if (stages) {
    await runStages(stages);
  } else {
    console.error(`There is no part "${part}": ${Object.keys(testStages).join(', ')}.`);
    process.exitCode = 1;
  }
}
