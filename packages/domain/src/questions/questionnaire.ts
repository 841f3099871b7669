import type { ElementCondition } from '../element-condition.ts';

export const questionTypes = ['singleSelect', 'multiSelect', 'freeText', 'number', 'date'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** What points are counted for: how much risk is wanted, how much can be borne, and how long the money may stay. */
export const scaleKeys = ['tolerance', 'capacity', 'horizon'] as const;
export type ScaleKey = (typeof scaleKeys)[number];

/** Members of the stored risk profile an answer fills. */
export const profileFields = [
  'goal',
  'horizonYears',
  'lossCapacity',
  'knowledge',
  // One question for each investment known; which of them says its condition.
  'experiencePeriod',
  'experienceFrequency',
  'experienceVolume',
  'sustainabilityKind',
  'minimumShareTaxonomy',
  'minimumShareSustainable',
  'paiTopics',
  'excludedRegions',
  'excludedSectors',
  'excludedCompanies',
  'excludedFunds',
] as const;
export type ProfileField = (typeof profileFields)[number];

export interface QuestionValue {
  readonly id: string;
  readonly label: string;
  /** HTML below the label; empty = none. */
  readonly description: string;
  /** Asks for a text of its own. */
  readonly isOther: boolean;
  readonly points: number;
}

export interface Question {
  /** Permanent: the same in every version that means the same question. */
  readonly id: string;
  readonly questionType: QuestionType;
  /** Heading it stands under; empty = that of the question before. */
  readonly section: string;
  readonly title: string;
  /** HTML; empty = none. */
  readonly hint: string;
  /** COLUMNS for selects, SINGLE_LINE for free text, otherwise one below another or several lines. */
  readonly styleHint: 'COLUMNS' | 'SINGLE_LINE' | null;
  readonly values: readonly QuestionValue[];
  /** The value of a multiple choice that excludes all others. */
  readonly nonValueId: string | null;
  readonly isRequired: boolean;
  /** Names earlier questions only; null = always asked. */
  readonly visibleIf: ElementCondition | null;
  /** Scale the answer's points count for; a number counts as itself. */
  readonly scale: ScaleKey | null;
  readonly profileField: ProfileField | null;
}

/** Whether a question has to be answered; free text is never checked. */
export const mustBeAnswered = ({
  questionType,
  isRequired,
}: Pick<Question, 'questionType' | 'isRequired'>): boolean => isRequired && questionType !== 'freeText';

/** Points from … to … (both included, null = open) are one class. */
export interface ClassRow {
  readonly riskClassId: number;
  readonly from: number | null;
  readonly to: number | null;
}

export const classCounts = [3, 5, 7] as const;
export type ClassCount = (typeof classCounts)[number];

export interface ClassTable {
  readonly classCount: ClassCount;
  readonly rows: readonly ClassRow[];
}

export interface Scale {
  readonly key: ScaleKey;
  readonly tables: readonly ClassTable[];
}

/** Answers that do not go together, with the rule that asks to look at them. */
export interface Contradiction {
  readonly id: string;
  readonly when: ElementCondition;
  readonly text: string;
  readonly source: string;
}

/** How answers become a risk class. */
export interface Scoring {
  readonly scales: readonly Scale[];
  readonly contradictions: readonly Contradiction[];
  /** Months a confirmed result holds. */
  readonly validMonths: number;
}

/** One choice with the text of "other"; null = none. */
export interface ChosenValue {
  readonly id: string;
  readonly text: string | null;
}

/** A choice, several of them, a text (also of a day, `YYYY-MM-DD`), a number, or nothing. */
export type AnswerValue = ChosenValue | readonly ChosenValue[] | string | number | null;

/** Answers by question. */
export type Answers = ReadonlyMap<string, AnswerValue>;

export interface Answer {
  readonly questionId: string;
  readonly value: AnswerValue;
}

export const answersOf = (list: readonly Answer[]): Answers =>
  new Map(list.map(({ questionId, value }) => [questionId, value]));

export const isChosen = (value: AnswerValue | undefined): value is ChosenValue =>
  typeof value === 'object' && value !== null && !isChosenList(value);

export const isChosenList = (value: AnswerValue | undefined): value is readonly ChosenValue[] =>
  Array.isArray(value);
