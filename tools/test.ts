import { checkStages, longParts, runStages, testStages } from './test-stages.ts';

/**
 * `npm test`: everything, on PostgreSQL 15 only what differs between versions. `npm run test:unit`, `test:server`,
 * `test:browser`: one part; `npm run test:postgres15`: every test of the server on PostgreSQL 15; `npm run test:phone`: the
 * first day of an empty house at the size of a phone.
 */
const [part] = process.argv.slice(2);
if (part === undefined) {
  const usual = Object.entries(testStages).filter(([name]) => !longParts.includes(name));
  await runStages([...checkStages, ...usual.flatMap(([, stages]) => stages)]);
} else {
  const stages = testStages[part];
  if (stages) {
    await runStages(stages);
  } else {
    console.error(`There is no part "${part}": ${Object.keys(testStages).join(', ')}.`);
    process.exitCode = 1;
  }
}
