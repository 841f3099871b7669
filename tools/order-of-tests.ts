import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys that mostly wait, for banks above all, and the longest ones. Begun first they wait while units and checks
 * compute beside them, and none of them runs on alone at the end while a core is idle. So with tests of the server that are
 * short to read and long to run.
 */
export const firstTests: readonly string[] = [
  'apps/server/src/areas/traders/refresh/refresh-secrets.server.test.ts',
  'apps/server/src/areas/traders/refresh/many-refreshes.server.test.ts',
  'apps/server/src/areas/traders/orders/fault-rounds.server.test.ts',
  'e2e/contract-desk-lost-answers.e2e.ts',
  'e2e/bank-link.e2e.ts',
  'e2e/contract-desk-signing.e2e.ts',
  'e2e/session.e2e.ts',
  'e2e/depotanalysis.e2e.ts',
  'e2e/empty-house.e2e.ts',
  'e2e/accessibility.e2e.ts',
];

/**
 * Tests of the server that look at no limit of time, as many as fit beside the journeys once the units are through: two
 * journeys alone leave a fifth of two cores idle. Seen green at a low priority on a machine with a load of sixteen a core.
 */
export const patientServerTests: readonly string[] = ['apps/server/src/areas/contracts/'];

/**
 * The usual order of Vitest (long before, else large files first) behind {@link firstTests}, and files that ask for a
 * page (`@vitest-environment`) behind all that do not: a worker goes on only to a file of the same environment, else it
 * ends and the next one begins with loading everything.
 */
export class OrderOfTests extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(
      files.map((file) => [file, asksForPage(file.moduleId) ? Infinity : placeOf(file.moduleId)]),
    );
    const place = (file: TestSpecification) => places.get(file) ?? 0;
    // Equal ones keep their order; the difference of two infinities is no number.
    return (await super.sort(files)).toSorted(
      (a, b) => Number(place(a) > place(b)) - Number(place(a) < place(b)),
    );
  }
}

function placeOf(path: string): number {
  const place = firstTests.findIndex((test) => path.endsWith(`/${test}`));
  return place < 0 ? firstTests.length : place;
}

const asksForPage = (path: string): boolean =>
  readFileSync(path, 'utf8').startsWith('// @vitest-environment ');
