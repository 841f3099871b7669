import type { RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';

/**
 * What every step of a wizard gets. A step holds nothing of its own that has to be saved: the draft is the whole
 * wizard's, immutable, and changed only through `onChange`. Labels, errors and focus: see `field-errors.tsx`; the way
 * to other steps and the object's id: `useWizard` in `wizard-context.ts`.
 */
export interface WizardStepProps<Draft> {
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  /** Findings of this step, live. Their paths lead into the whole draft. */
  readonly issues: readonly RuleIssue[];
  /** After "Weiter", and on an existing object: every finding is shown. Before: only fields that were left once. */
  readonly showsAllIssues: boolean;
  readonly isReadOnly: boolean;
  /**
   * Why nothing can be saved at the moment (the automatic matrix waits for its computation), or null. It holds on other
   * steps as well, until this step clears it; a step that mounts again clears it or takes up the work again.
   */
  readonly setBlocked: (reason: string | null) => void;
}
