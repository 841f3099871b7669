/** Where a finding is mended: a step of the tariff wizard. */
export type CombinationStep = 'risk' | 'allocation' | 'selection' | 'universe' | 'basics';

/** A finding of the plausibility check, as the engine tells it. */
export interface CombinationFinding {
  /** TA01 to TA19, S02, SMOOTHNESS, ROUNDING, fundWithoutBib, sriAboveProductLimit, sriUnknown, costCapExceeded, costCapUnknown, one of the funds of the selection, of the views of the market or of the guarantee. */
  readonly code: string;
  /** Id of a class or peer group, `class/group`, an ISIN, or `combination`. */
  readonly subject: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** Names for the ids of a finding; an id nobody knows stands for itself. */
export interface CombinationNames {
  readonly classOf: (id: string) => string;
  readonly groupOf: (id: string) => string;
  readonly fundOf: (isin: string) => string;
  /** What the rows of the matrix are: peer groups, or the funds of a fund risk matrix. Default: groups. */
  readonly rows?: 'groups' | 'funds';
}

/** What people read: title, sentence, what it is about, and the step that mends it. */
export interface CombinationText {
  readonly title: string;
  readonly text: string;
  /** Kind and name of the subject; null for the combination as a whole. */
  readonly subject: { readonly kind: 'class' | 'group' | 'fund'; readonly name: string } | null;
  readonly step: CombinationStep;
}

/** What an entry writes its sentence from. */
export interface Writer {
  readonly number: (key: string) => number;
  readonly word: (key: string) => string;
  /** Name of the subject, already in words. */
  readonly name: string;
  readonly names: CombinationNames;
  readonly finding: CombinationFinding;
}

/** Title, subject, step and sentences of a code. */
export interface Entry {
  readonly title: string;
  /** The title where the rows are funds, if it differs. */
  readonly titleOfFund?: string;
  readonly kind: 'class' | 'group' | 'fund' | 'any';
  readonly step: CombinationStep;
  readonly write: (writer: Writer) => string;
  /** The sentence where the rows are funds, if it differs. */
  readonly writeOfFund?: (writer: Writer) => string;
}
