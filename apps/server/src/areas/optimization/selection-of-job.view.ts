import type { Parameters } from '../../platform/database/parameters.ts';
import { checkSelection, selectionOf } from './check-selection.ts';

/** What a job that goes through a selection of contracts was asked to go through, as conditions on `c`; null for other work. */
export function selectionOfJob(payload: unknown, parameters: Parameters): string | null {
  const selection = checkSelection.safeParse(payload);
  return selection.success ? selectionOf(selection.data, parameters) : null;
}
