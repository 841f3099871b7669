interface Answers {
  readonly horizonYears: number | null;
  readonly lossCapacity: string | null;
  readonly knowledge: readonly string[];
  readonly sustainability: { readonly kind: string };
  readonly restrictions: Readonly<Record<string, readonly string[]>>;
}

/** What stands for a preference or an exclusion of somebody whom nobody has asked. */
export const notAskedText = 'Nicht erfragt';

/** What a questionnaire may leave out, by the fields of the profile that would ask for it. */
const topics = {
  sustainability: ['sustainabilityKind', 'minimumShareTaxonomy', 'minimumShareSustainable', 'paiTopics'],
  restrictions: ['excludedRegions', 'excludedSectors', 'excludedCompanies', 'excludedFunds'],
} as const;
export type ProfileTopic = keyof typeof topics;

/** Whether the client was asked about a topic: a questionnaire without a question about it says nothing of what she prefers. */
export const wasAskedAbout = (
  topic: ProfileTopic,
  {
    wasAsked,
    askedFields,
  }: { readonly wasAsked: boolean; readonly askedFields?: readonly string[] | undefined },
): boolean =>
  wasAsked && (askedFields === undefined || topics[topic].some((field) => askedFields.includes(field)));

/**
 * Whether an answer of any kind is known. Where none is, the client said no to everything or nobody asked her; which of the
 * two is known only of those whose answers were recorded.
 */
export const saysAnything = (answers: Answers): boolean =>
  answers.horizonYears !== null ||
  answers.lossCapacity !== null ||
  answers.knowledge.length > 0 ||
  answers.sustainability.kind !== 'none' ||
  Object.values(answers.restrictions).some((excluded) => excluded.length > 0);
