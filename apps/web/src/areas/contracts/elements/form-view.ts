import type { FormField } from '@depotwerk/api/contracts/elements';
import { holds } from '@depotwerk/domain/element-condition';
import type { FormPlace, FormState } from './element-queries.ts';

/** What the fields of a form share. */
export interface FormView {
  place: FormPlace;
  state: FormState;
  /** Faults are named beside their fields once sending was tried. */
  showsFaults: boolean;
  isBusy: boolean;
  change: (path: string, value: unknown) => void;
  run: (command: string) => Promise<void>;
}

/** Whether an element is shown for what is entered now; the server's word stands where it gave no condition. */
export function isShown(
  element: Pick<FormField, 'isVisible' | 'visibleIf'>,
  request: FormState['request'],
): boolean {
  return element.visibleIf === null ? element.isVisible : holds(element.visibleIf, request);
}

/** The worst finding at a path, in words. */
export function faultAt(state: FormState, path: string | null): string | null {
  if (path === null) return null;
  return state.validation.find((finding) => finding.path === path && finding.severity === 2)?.text ?? null;
}
