import { checkStages, runStages } from './test-stages.ts';

/** `npm run check`: format, lint and types. */
await runStages([{ stages: checkStages }]);
