import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJourneyBrowser } from './find-chromium.ts';
import { compileCache, root } from './runtime.mjs';

/** What one stage counted. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export interface Stage {
  readonly name: string;
  run(): Promise<Outcome>;
}

/** Runs a program of node_modules with its output on our console; true when it ended with 0. */
function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** A check by one program counts as one test. */
function check(name: string, program: string, ...args: string[]): Stage {
  return {
    name,
    run: async () =>
      (await runProgram(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  };
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
}

/**
 * A project of vitest.config.ts, or of its files those whose path contains one of `paths`; a file that fails as a
 * whole counts as one failed test.
 */
function vitest(
  name: string,
  project: string,
  {
    paths = [],
    before,
    env,
  }: { paths?: readonly string[]; before?: () => Promise<void>; env?: NodeJS.ProcessEnv } = {},
): Stage {
  return {
    name,
    run: async () => {
      try {
        await before?.();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        return { passed: 0, failed: 1 };
      }
      const file = join(tmpdir(), `depotwerk-tests-${process.pid}-${project}.json`);
      const isSuccess = await runProgram(
        'vitest',
        [
          'run',
          ...paths,
          '--project',
          project,
          '--passWithNoTests',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ],
        env,
      );
      return { ...readReport(file, isSuccess) };
    },
  };
}

function readReport(file: string, isSuccess: boolean): Outcome {
  try {
    // Written by Vitest a moment ago.
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const failed = report.numFailedTests > 0 ? report.numFailedTests : isSuccess && report.success ? 0 : 1;
    return { passed: report.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(file, { force: true });
  }
}

export const checkStages: readonly Stage[] = [
  check('format', 'biome', 'ci', '--colors=off', '.'),
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  check('architecture', 'node', 'tools/check-architecture.ts'),
  check('unused code', 'knip', '--no-progress', '--include', 'files,exports,types,dependencies'),
  check('third-party notices', 'node', 'tools/third-party.ts', '--check'),
  check('types', 'tsc', '--noEmit', '-p', 'tsconfig.json'),
  check('types of the browser application', 'tsc', '--noEmit', '-p', 'apps/web/tsconfig.json'),
];

/**
 * What an older PostgreSQL may do otherwise: schema, rights, locks and drivers of the platform, the generator's bulk
 * work, the statements with the widest use of SQL (lists and search) and jobs shared by several processes.
 */
const versionDependentTests: readonly string[] = [
  'apps/server/src/platform/',
  'apps/server/src/demo/fill-demo',
  'list-contracts',
  'customers/customers',
  'check-job',
];

/** The stages by the word after `npm run test:`. */
export const testStages: Readonly<Record<string, readonly Stage[]>> = {
  unit: [vitest('rules and units', 'unit')],
  server: [
    vitest('server on the embedded PostgreSQL 18', 'server'),
    vitest('what differs between versions, on an outside PostgreSQL 15', 'server-postgres15', {
      paths: versionDependentTests,
    }),
  ],
  postgres15: [vitest('server on an outside PostgreSQL 15', 'server-postgres15')],
  browser: [
    vitest('journeys in a browser', 'browser', {
      before: async () => console.log(`Browser: ${await findJourneyBrowser()}`),
    }),
  ],
  phone: [
    vitest('the first day of an empty house on a phone', 'browser', {
      paths: ['e2e/empty-house'],
      env: { JOURNEY_SIZE: 'phone', E2E_PRODUCTS: '1' },
    }),
  ],
};

/** Parts that `npm test` leaves out because they repeat at length what it has seen another way. */
export const longParts: readonly string[] = ['postgres15', 'phone'];

/** Runs stages one after the other, all of them whatever fails, and ends with the line `N passed, N failed`. */
export async function runStages(stages: readonly Stage[]): Promise<void> {
  let passed = 0;
  let failed = 0;
  const failedStages: string[] = [];
  for (const stage of stages) {
    console.log(`\n── ${stage.name}`);
    const started = Date.now();
    const outcome = await stage.run();
    passed += outcome.passed;
    failed += outcome.failed;
    if (outcome.failed > 0) failedStages.push(stage.name);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`── ${stage.name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`);
  }
  if (failedStages.length > 0) console.log(`\nFailed: ${failedStages.join('; ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
