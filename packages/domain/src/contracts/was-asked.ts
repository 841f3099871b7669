interface Answers {
  readonly horizonYears: number | null;
  readonly lossCapacity: string | null;
  readonly knowledge: readonly string[];
  readonly sustainability: { readonly kind: string };
  readonly restrictions: Readonly<Record<string, readonly string[]>>;
}

/** What stands for a preference or an exclusion of somebody whom nobody has asked. */
export const notAskedText = 'Nicht erfragt';

/**
 * Whether somebody was asked: a class of risk that was only chosen by hand has no answers at all. Then it is not known
 * whether the client prefers sustainable funds or excludes some.
 */
export const wasAsked = (answers: Answers): boolean =>
  answers.horizonYears !== null ||
  answers.lossCapacity !== null ||
  answers.knowledge.length > 0 ||
  answers.sustainability.kind !== 'none' ||
  Object.values(answers.restrictions).some((excluded) => excluded.length > 0);
