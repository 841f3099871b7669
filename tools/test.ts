import { everything, runStages, testStages } from './test-stages.ts';

/**
 * `npm test`: everything, on PostgreSQL 15 only what differs between versions. `npm run test:unit`, `test:server`,
 * `test:browser`: one part; `npm run test:postgres15`: every test of the server on PostgreSQL 15; `npm run test:random`:
 * the engine with every random case; `npm run test:fresh`: the units with random cases no run has drawn yet;
 * `npm run test:phone`: the first day of an empty house at the size of a phone.
 */
const [part] = process.argv.slice(2);
if (part === undefined) {
  await runStages(everything);
} else {
  const stages = Object.entries(testStages).find(([name]) => name === part)?.[1];
  if (stages) {
    await runStages([{ stages }]);
  } else {
    console.error(`There is no part "${part}": ${Object.keys(testStages).join(', ')}.`);
    process.exitCode = 1;
  }
}
