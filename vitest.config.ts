import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { patience, patienceWithJourney } from './e2e/support/patience.ts';
import { OrderOfTests, patientServerTests } from './tools/order-of-tests.ts';

const serverTests = ['apps/{demo,server}/**/*.server.test.ts', 'tools/**/*.server.test.ts'];
const away = ['**/node_modules/**', '**/dist/**'];

/** What `npm test` runs in a stage of its own, where that one leaves it out (`tools/test-stages.ts`). */
const elsewhere =
  process.env['SERVER_TESTS'] === 'without-patient' ? patientServerTests.map((folder) => `${folder}**`) : [];

/**
 * Files of one worker share their modules: loading them anew for each file took a third of all time. Sources keep no state
 * in modules that a test could leave behind; what a test changes of the process it puts back. Journeys also share a browser.
 */
const isolate = false;

/** What has properties draws the same cases in every run. */
const setupFiles = ['tools/same-cases.ts'];

/** More workers than cores only make single tests slower, and databases want one beside them. */
const workers = Math.min(4, Math.max(2, availableParallelism() - 1));

/** Beside the database's own work: tests of banks, providers and processes mostly wait for limits of time and for each other. */
const serverWorkers = workers + 2;

/** What is waited for may take as long as a busy machine takes; a second, as is usual, is short for that. */
const expect = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: OrderOfTests },
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          setupFiles,
          include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: [...away, '**/*.server.test.ts', '**/*.process.test.ts'],
          // Properties with thousands of runs take their time where others work beside them.
          testTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          setupFiles,
          // Tests of processes start servers of their own; they need no second pass.
          include: [...serverTests, 'apps/**/*.process.test.ts'],
          exclude: [...away, ...elsewhere],
          globalSetup: ['apps/server/test/setup-embedded.ts'],
          testTimeout: 40_000,
          hookTimeout: 120_000,
          expect,
          maxWorkers: serverWorkers,
        },
      },
      {
        test: {
          name: 'server-postgres15',
          isolate,
          setupFiles,
          include: serverTests,
          exclude: away,
          globalSetup: ['apps/server/test/setup-outside.ts'],
          testTimeout: 40_000,
          hookTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'browser',
          isolate,
          include: ['e2e/**/*.e2e.ts'],
          exclude: away,
          globalSetup: ['e2e/support/setup-product.ts'],
          testTimeout: patienceWithJourney,
          hookTimeout: patienceWithJourney,
          // As patient as the pages' own waits: a busy machine is no fault.
          expect: { poll: { timeout: patience } },
          // Each worker has a product of its own; one that runs already serves one journey after the other. Journeys wait for
          // pages, mails and banks: two at once on two cores take two thirds of the time of two in a row, three no less.
          maxWorkers: process.env['E2E_URL'] ? 1 : Number(process.env['E2E_PRODUCTS'] ?? workers),
        },
      },
    ],
  },
});
