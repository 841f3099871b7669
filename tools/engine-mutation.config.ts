import { defineConfig } from 'vitest/config';

/** Tests that Stryker runs for every mutant of the engine: all but the slow comparison with HiGHS. */
export default defineConfig({
  test: {
    include: ['packages/engine/src/{frontier,rounding,check,planning}/**/*.test.ts'],
    exclude: ['**/frontier-highs.test.ts', '**/node_modules/**'],
    setupFiles: ['tools/engine-mutation-setup.ts'],
  },
});
