import type { RuleIssue } from '@depotwerk/domain/tariff/tariff-drafts';
import { createContext, useContext } from 'react';

/** What a step may ask of the wizard around it. */
export interface WizardContextValue {
  /** Id of the object; null while it is new. */
  readonly entityId: string | null;
  /** Findings of all steps. */
  readonly issues: readonly (RuleIssue & { readonly step: string })[];
  /** Title of a step as the step list shows it. */
  readonly stepTitle: (step: string) => string;
  /** Goes to a step and, with a path, to its field. */
  readonly openStep: (step: string, path?: string) => void;
  /** Fields that were left once; their errors are shown from then on. */
  readonly leftPaths: ReadonlySet<string>;
}

export const WizardContext = createContext<WizardContextValue | null>(null);

/** The wizard around a step. */
export function useWizard(): WizardContextValue {
  const value = useContext(WizardContext);
  if (value === null) throw new Error('A step of a wizard stands outside of one');
  return value;
}
