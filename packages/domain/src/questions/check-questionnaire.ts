import type { ElementCondition } from '../element-condition.ts';
import { checkName, type FieldIssue, type FieldIssueCode, issuesOf } from '../master-data/field-issue.ts';
import { excludableRegions, excludableSectors } from '../master-data/regions-and-sectors.ts';
import { showsNothing } from '../shown-text.ts';
import { checkClassTable, reachOf, type TableFault, tableOf } from './class-table.ts';
import { asksForExperience, productAskedFor } from './product-experience.ts';
import { lossCapacities, sustainabilityKinds } from './profile-choices.ts';
import {
  type Contradiction,
  classCounts,
  type ProfileField,
  type Question,
  type ScaleKey,
  type Scoring,
} from './questionnaire.ts';
import { scaleNames } from './scale-names.ts';
import { comparisonsOf } from './visible-questions.ts';

/** What an editor holds of one version of a questionnaire. */
export interface QuestionnaireDraft {
  readonly title: string;
  readonly questions: readonly Question[];
  /** How answers become a risk class; null = they become none. */
  readonly scoring: Scoring | null;
}

/** Choices whose ids the risk profile knows; the words are the house's. */
export const fixedChoices: Readonly<Partial<Record<ProfileField, readonly string[]>>> = {
  lossCapacity: lossCapacities,
  sustainabilityKind: sustainabilityKinds,
  excludedRegions: excludableRegions,
  excludedSectors: excludableSectors,
};

const fieldTypes: Readonly<
  Record<ProfileField, Question['questionType'] | readonly Question['questionType'][]>
> = {
  goal: ['singleSelect', 'freeText'],
  // In years, or as the day the money is needed.
  horizonYears: ['number', 'date'],
  lossCapacity: 'singleSelect',
  knowledge: 'multiSelect',
  experiencePeriod: 'singleSelect',
  experienceFrequency: 'singleSelect',
  experienceVolume: 'singleSelect',
  sustainabilityKind: 'singleSelect',
  minimumShareTaxonomy: 'number',
  minimumShareSustainable: 'number',
  paiTopics: 'multiSelect',
  excludedRegions: 'multiSelect',
  excludedSectors: 'multiSelect',
  excludedCompanies: 'freeText',
  excludedFunds: 'freeText',
};

const fills = (field: ProfileField, type: Question['questionType']): boolean =>
  [fieldTypes[field]].flat().includes(type);

/** Members of the risk profile a question of a kind can fill. */
export const profileFieldsFor = (type: Question['questionType']): ProfileField[] =>
  // The keys of the table above are the fields.
  (Object.keys(fieldTypes) as ProfileField[]).filter((field) => fills(field, type));

export const isSelect = ({ questionType }: Pick<Question, 'questionType'>): boolean =>
  questionType === 'singleSelect' || questionType === 'multiSelect';

/** Whether answers to a question can count points of a scale: choices, and for the horizon a number of years or a day. */
export const countsFor = (question: Pick<Question, 'questionType'>, scale: ScaleKey): boolean =>
  isSelect(question) ||
  (scale === 'horizon' && (question.questionType === 'number' || question.questionType === 'date'));

/**
 * What keeps a draft from being kept: what is asked must be complete, and conditions name what is asked before. Issues of
 * questions and contradictions carry the `number` of what they are about.
 */
export function checkQuestionnaire({ title, questions, scoring }: QuestionnaireDraft): FieldIssue[] {
  return [
    ...issuesOf(checkName('title', title, 200)),
    ...questions.flatMap((question, place) =>
      questionCodes(questions, place, question).map((code) => ({
        path: 'questions',
        code,
        params: { number: place + 1 },
      })),
    ),
    ...(scoring?.contradictions ?? []).flatMap((contradiction, place): FieldIssue[] =>
      isComplete(contradiction, questions)
        ? []
        : [{ path: 'scoring', code: 'contradiction', params: { number: place + 1 } }],
    ),
  ];
}

function questionCodes(questions: readonly Question[], place: number, question: Question): FieldIssueCode[] {
  const codes: FieldIssueCode[] = [];
  const earlier = questions.slice(0, place);
  const { values, scale, profileField, visibleIf } = question;
  if (showsNothing(question.title)) codes.push('questionTitle');
  // Answers are kept by question and value: of two of one id, neither could be answered for itself.
  if (earlier.some(({ id }) => id === question.id)) codes.push('questionTwice');
  if (isSelect(question)) {
    const labels = values.map(({ label }) => label.trim());
    if (values.length < 2) codes.push('questionValues');
    if (labels.some(showsNothing)) codes.push('questionValueLabel');
    else if (new Set(labels).size < labels.length || new Set(values.map(({ id }) => id)).size < values.length)
      codes.push('questionValueTwice');
  }
  // An answer that excludes the others must be one of them: else all could be ticked beside it.
  if (question.nonValueId !== null && !values.some(({ id }) => id === question.nonValueId))
    codes.push('questionNone');
  if (visibleIf !== null && !names(visibleIf, earlier)) codes.push('questionCondition');
  if (scale !== null && !countsFor(question, scale)) codes.push('questionScale');
  if (profileField !== null) {
    const fixed = fixedChoices[profileField];
    const isFitting =
      fills(profileField, question.questionType) &&
      (fixed === undefined || values.every(({ id }) => fixed.includes(id)));
    if (!isFitting) codes.push('questionField');
    else if (asksForExperience(question) && productAskedFor(question, earlier) === null)
      codes.push('questionProduct');
    else if (earlier.some((one) => fillsTheSame(one, question, earlier))) codes.push('questionFieldTwice');
  }
  return codes;
}

/** Whether two questions fill one place of the profile; experience has one for each investment. */
const fillsTheSame = (one: Question, other: Question, earlier: readonly Question[]): boolean =>
  one.profileField === other.profileField &&
  (!asksForExperience(other) || productAskedFor(one, earlier) === productAskedFor(other, earlier));

const isComplete = (contradiction: Contradiction, questions: readonly Question[]): boolean =>
  !showsNothing(contradiction.text) &&
  !showsNothing(contradiction.source) &&
  names(contradiction.when, questions);

/** Whether a condition compares something, and only what these questions can be answered with. */
function names(condition: ElementCondition, questions: readonly Question[]): boolean {
  const comparisons = comparisonsOf(condition);
  return (
    comparisons.length > 0 &&
    comparisons.every((comparison) => {
      const [id = '', valueId, ...further] = comparison.path.split('.');
      const question = questions.find((one) => one.id === id);
      if (question === undefined) return false;
      const has = (value: unknown) => question.values.some((one) => one.id === value);
      // What is asked nobody can answer keeps a question hidden, or a contradiction silent, for ever.
      if (question.questionType === 'multiSelect')
        return (
          comparison.operator === 'eq' && comparison.value === true && has(valueId) && further.length === 0
        );
      if (valueId !== undefined) return false;
      if (question.questionType === 'singleSelect') {
        if (comparison.operator === 'in') return comparison.value.length > 0 && comparison.value.every(has);
        return comparison.operator === 'eq' && has(comparison.value);
      }
      return question.questionType === 'number' && typeof comparison.value === 'number';
    })
  );
}

/** A table of classes with what is wrong with it. */
export interface TableFinding {
  readonly scale: ScaleKey;
  readonly classCount: number;
  readonly fault: TableFault | { readonly code: 'missing' };
}

/** Gaps, overlaps and unreachable classes of every table a scoring has or lacks. */
export function checkTables(questions: readonly Question[], scoring: Scoring | null): TableFinding[] {
  return (scoring?.scales ?? []).flatMap(({ key: scale, tables }) => {
    const reach = reachOf(questions, scale);
    return classCounts.flatMap((classCount): TableFinding[] => {
      const table = tableOf(tables, classCount);
      if (table === null) return [{ scale, classCount, fault: { code: 'missing' } }];
      return checkClassTable(table, reach).map((fault) => ({ scale, classCount, fault }));
    });
  });
}

/**
 * What keeps a version from being submitted, beside `checkQuestionnaire`: nothing asked, points nobody counts, or tables
 * that leave a sum without exactly one class.
 */
export function checkSubmittable(draft: QuestionnaireDraft): FieldIssue[] {
  const { questions, scoring } = draft;
  const issues = checkQuestionnaire(draft);
  if (questions.length === 0) issues.push({ path: 'questions', code: 'questionsMissing' });
  const scales = scoring?.scales.map(({ key }) => key) ?? [];
  if (scoring !== null && scales.length === 0) issues.push({ path: 'scoring', code: 'scalesMissing' });
  for (const scale of scales) {
    if (!questions.some((question) => question.scale === scale))
      issues.push({ path: 'scoring', code: 'scaleUnused', params: { scale: scaleNames[scale] } });
  }
  for (const [place, { scale }] of questions.entries()) {
    if (scale !== null && !scales.includes(scale))
      issues.push({ path: 'questions', code: 'scaleUnknown', params: { number: place + 1 } });
  }
  const tables = new Map(
    checkTables(questions, scoring).map((finding) => [`${finding.scale} ${finding.classCount}`, finding]),
  );
  for (const { scale, classCount } of tables.values())
    issues.push({ path: 'scoring', code: 'classTable', params: { scale: scaleNames[scale], classCount } });
  return issues;
}
