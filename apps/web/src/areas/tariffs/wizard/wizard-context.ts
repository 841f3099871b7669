import { createContext, useContext } from 'react';

/** Something to be mended before the object can be saved, in words. */
export interface WizardFinding {
  readonly step: string;
  /** Dotted path into the draft; the field with `data-field` of this path, or of the nearest path above, gets the focus. */
  readonly path: string;
  readonly text: string;
}

/** What a step may ask of the wizard around it. */
export interface WizardContextValue {
  /** Id of the object; null while it is new. */
  readonly entityId: string | null;
  /** What the user left this wizard to create and comes back with; null = nothing. */
  readonly createdId: string | null;
  /** Findings of all steps, whether shown already or not. */
  readonly findings: readonly WizardFinding[];
  /** Title of a step as the step list shows it. */
  readonly stepTitle: (step: string) => string;
  /** Goes to a step and, with a path, to its field. */
  readonly openStep: (step: string, path?: string) => void;
  /** Fields that were left once; their errors are shown from then on. */
  readonly leftPaths: ReadonlySet<string>;
  /** Fields that are taken away: should they come back, nobody has left them yet. */
  readonly forgetFields: (paths: readonly string[]) => void;
  /** A typed text that reads as no value (`onFault` of the parsed fields); null once it does. */
  readonly setFault: (path: string, message: string | null) => void;
  /** Saves the draft and leaves for another page, to which the wizard's guard does not object. */
  readonly leaveFor: (href: string) => void;
}

export const WizardContext = createContext<WizardContextValue | null>(null);

/** The wizard around a step. */
export function useWizard(): WizardContextValue {
  const value = useContext(WizardContext);
  if (value === null) throw new Error('A step of a wizard stands outside of one');
  return value;
}
