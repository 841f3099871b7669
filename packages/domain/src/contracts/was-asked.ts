import { notStatedText } from '../unknown-text.ts';

interface Answers {
  readonly horizonYears: number | null;
  readonly lossCapacity: string | null;
  readonly knowledge: readonly string[];
  readonly sustainability: { readonly kind: string };
  readonly restrictions: Readonly<Record<string, readonly string[]>>;
}

/** What stands for an answer of somebody whom nobody has asked. */
export const notAskedText = 'Nicht erfragt';

/** What a questionnaire may leave out, by the fields of the profile that would ask for it. */
const topics = {
  goal: ['goal'],
  horizon: ['horizonYears'],
  lossCapacity: ['lossCapacity'],
  knowledge: ['knowledge'],
  sustainability: ['sustainabilityKind', 'minimumShareTaxonomy', 'minimumShareSustainable', 'paiTopics'],
  restrictions: ['excludedRegions', 'excludedSectors', 'excludedCompanies', 'excludedFunds'],
} as const;
export type ProfileTopic = keyof typeof topics;

/** How a profile came about: by answers, and to questions about what. */
export interface Asking {
  readonly wasAsked: boolean;
  readonly askedFields?: readonly string[] | undefined;
  /** Of these, those she left unanswered, and the question before them, too. */
  readonly skippedFields?: readonly string[] | undefined;
}

/** Whether the client was asked about a topic: a questionnaire without a question about it says nothing of what she prefers. */
export const wasAskedAbout = (topic: ProfileTopic, { wasAsked, askedFields }: Asking): boolean =>
  wasAsked && (askedFields === undefined || topics[topic].some((field) => askedFields.includes(field)));

/** Whether nothing to be told of a topic is what the client said: she was asked about it and did not leave it out. */
export function saidNone(topic: ProfileTopic, asking: Asking): boolean {
  if (!wasAskedAbout(topic, asking)) return false;
  const { askedFields = [], skippedFields = [] } = asking;
  const asked = topics[topic].filter((field) => askedFields.includes(field));
  return asked.length === 0 || !asked.every((field) => skippedFields.includes(field));
}

/** The one word for an answer that is not there, on screen and on paper: nobody asked, or she did not say. */
export const untoldText = (topic: ProfileTopic, asking: Asking): string =>
  wasAskedAbout(topic, asking) ? notStatedText : notAskedText;

/** What stands for products of which none is known. She knows none only where it is certain that the question was hers. */
export const withoutKnowledgeText = (asking: Asking): string =>
  asking.wasAsked && asking.askedFields?.includes('knowledge') === true
    ? 'Keine'
    : untoldText('knowledge', asking);

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
