import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findJourneyBrowser } from './find-chromium.ts';
import { patientServerTests } from './order-of-tests.ts';
import { compileCache, root } from './runtime.mjs';

/** What one stage counted. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What failed, each with the first line of why; a check is named by its stage. */
  readonly failures: readonly string[];
  /** What it wrote and nobody has seen yet. */
  readonly unseen: string;
}

/** Whether our console shows what a program writes at once; kept is what would run into the lines of another one. */
type Output = 'shown' | 'kept';

export interface Stage {
  readonly name: string;
  run(output: Output): Promise<Outcome>;
}

/** The priority of what runs beside: it has what others leave of the cores, and a quarter of one that both want. */
const behindOthers = 5;

/** Runs a program of node_modules. */
function runProgram(
  program: string,
  args: readonly string[],
  output: Output,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly isSuccess: boolean; readonly unseen: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    });
    const parts: string[] = [];
    if (output === 'kept' && child.pid !== undefined) setPriority(child.pid, behindOthers);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    }
    child.once('error', (error) =>
      resolve({ isSuccess: false, unseen: `${parts.join('')}${error.message}\n` }),
    );
    child.once('close', (code) => resolve({ isSuccess: code === 0, unseen: parts.join('') }));
  });
}

/** A check by one program counts as one test. */
function check(name: string, program: string, ...args: string[]): Stage {
  return {
    name,
    run: async (output) => {
      const { isSuccess, unseen } = await runProgram(program, args, output);
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, failures: [], unseen };
    },
  };
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

let reports = 0;

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
    run: async (output) => {
      try {
        await before?.();
      } catch (error) {
        return {
          passed: 0,
          failed: 1,
          failures: [],
          unseen: `${error instanceof Error ? error.message : String(error)}\n`,
        };
      }
      // Two stages of one project may run at once.
      reports += 1;
      const file = join(tmpdir(), `depotwerk-tests-${process.pid}-${project}-${reports}.json`);
      const { isSuccess, unseen } = await runProgram(
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
        output,
        env,
      );
      return { ...readReport(file, isSuccess), unseen };
    },
  };
}

function readReport(file: string, isSuccess: boolean): Omit<Outcome, 'unseen'> {
  try {
    // Written by Vitest a moment ago.
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    const failed = report.numFailedTests > 0 ? report.numFailedTests : isSuccess && report.success ? 0 : 1;
    return { passed: report.numPassedTests, failed, failures: failuresOf(report) };
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  } finally {
    rmSync(file, { force: true });
  }
}

/** A line for each failed test, and for each file that failed as a whole. */
export function failuresOf({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name);
    const line = (what: string, why: string) => `${path}: ${what}${why.split('\n', 1)[0]}`;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [line('', message)] : [];
    return failed.map(({ fullName, failureMessages }) => line(`${fullName}: `, failureMessages[0] ?? ''));
  });
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
  'apps/demo/src/fill-demo',
  'list-contracts',
  'customers/customers',
  'check-job',
];

const onEmbedded = vitest('server on the embedded PostgreSQL 18', 'server');

/** The same in two parts, which may run at once: what looks at no limit of time, and all others. */
const patientOnEmbedded = vitest('server: contracts', 'server', { paths: patientServerTests });
const othersOnEmbedded = vitest('server: all others', 'server', { env: { SERVER_TESTS: 'without-patient' } });

const onPostgres15 = vitest(
  'what differs between versions, on an outside PostgreSQL 15',
  'server-postgres15',
  {
    paths: versionDependentTests,
  },
);

/** The stages by the word after `npm run test:`. */
export const testStages = {
  unit: [vitest('rules and units', 'unit')],
  server: [onEmbedded, onPostgres15],
  postgres15: [vitest('server on an outside PostgreSQL 15', 'server-postgres15')],
  random: [
    vitest('every random case of the engine', 'unit', {
      paths: ['packages/engine/'],
      env: { RANDOM_CASES: 'all' },
    }),
  ],
  fresh: [
    vitest('rules and units with cases nobody has seen yet', 'unit', { env: { RANDOM_CASES: 'fresh' } }),
  ],
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
} satisfies Record<string, readonly Stage[]>;

/** Stages that run in turn, beside others that do. */
export interface Group {
  readonly stages: readonly Stage[];
  readonly beside?: readonly Stage[];
}

/**
 * What `npm test` runs; what it leaves out repeats at length what it has seen another way. Journeys leave a fifth of two
 * cores idle while they wait, and begin with a build on one: what only computes runs beside them, at a lower priority, and
 * after it what differs between versions and {@link patientServerTests}. The other tests of the server do not: some look at
 * limits of time.
 */
export const everything: readonly Group[] = [
  {
    stages: [...testStages.browser, othersOnEmbedded],
    beside: [...checkStages, ...testStages.unit, onPostgres15, patientOnEmbedded],
  },
];

/** Runs groups one after the other, all of them whatever fails, and ends with the line `N passed, N failed`. */
export async function runStages(groups: readonly Group[]): Promise<void> {
  const ended: Ended[] = [];
  for (const { stages, beside = [] } of groups) {
    const both = await Promise.all([inTurn(stages, 'shown'), inTurn(beside, 'kept')]);
    ended.push(...both.flat());
  }
  const failedStages = ended.filter(({ failed }) => failed > 0);
  // The end of a long log is what is read of it.
  for (const { name, failures } of failedStages)
    console.log(['', `Failed: ${name}`, ...failures].join('\n  '));
  const count = (kind: 'passed' | 'failed') => ended.reduce((sum, one) => sum + one[kind], 0);
  console.log(`\n${count('passed')} passed, ${count('failed')} failed`);
  process.exitCode = failedStages.length === 0 ? 0 : 1;
}

interface Ended extends Outcome {
  readonly name: string;
}

async function inTurn(stages: readonly Stage[], output: Output): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const stage of stages) {
    const { name } = stage;
    if (output === 'shown') console.log(`\n── ${name}`);
    const started = Date.now();
    const outcome = await stage.run(output);
    if (output === 'kept') console.log(`\n── ${name}`);
    process.stdout.write(outcome.unseen);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`── ${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`);
    ended.push({ name, ...outcome });
  }
  return ended;
}
