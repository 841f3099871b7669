import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys that mostly wait, for banks above all, and the longest ones. Begun first they wait while units and checks
 * compute beside them, and none of them runs on alone at the end while a core is idle.
 */
export const firstJourneys: readonly string[] = [
  'e2e/contract-desk-lost-answers.e2e.ts',
  'e2e/bank-link.e2e.ts',
  'e2e/contract-desk-signing.e2e.ts',
  'e2e/session.e2e.ts',
  'e2e/depotanalysis.e2e.ts',
  'e2e/empty-house.e2e.ts',
  'e2e/accessibility.e2e.ts',
];

/** The usual order of Vitest (long before, else large files first) behind {@link firstJourneys}. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = firstJourneys.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? firstJourneys.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
