import { checkStages, runStages, testStages } from './test-stages.ts';

/** `npm test`: everything. `npm run test:unit`, `test:server`, `test:browser`: one part. */
const [part] = process.argv.slice(2);
if (part === undefined) {
  await runStages([...checkStages, ...Object.values(testStages).flat()]);
} else {
  const stages = testStages[part];
  if (stages) {
    await runStages(stages);
  } else {
    console.error(`There is no part "${part}": ${Object.keys(testStages).join(', ')}.`);
    process.exitCode = 1;
  }
}
