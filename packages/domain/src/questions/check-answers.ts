import { parseDate } from '../date-text.ts';
import { germanDay } from '../german-figures.ts';
import { showsNothing } from '../shown-text.ts';
import { entriesOf, hasOnlyIsins } from './client-restrictions.ts';
import { longestHorizon } from './longest-horizon.ts';
import {
  type Answer,
  type Answers,
  type AnswerValue,
  answersOf,
  isChosen,
  isChosenList,
  type ProfileField,
  type Question,
} from './questionnaire.ts';
import { visibleQuestions } from './visible-questions.ts';

/** What can be wrong with an answer; the words are the validators' of these names. */
export type AnswerFault =
  | 'noValue'
  | 'invalidValue'
  | 'otherValue'
  | 'noValues'
  | 'wholeNumber'
  | 'date'
  | 'pastDay'
  | 'futureDay'
  | 'negativeYears'
  | 'tooManyYears'
  | 'negativeAmount'
  | 'percentShare'
  | 'noShare'
  | 'noExclusion'
  | 'isins'
  | 'companies';

export interface AnswerIssue {
  readonly questionId: string;
  readonly code: AnswerFault;
}

/** Everything wrong with the answers to the questions that are asked, in their order. @param today a horizon lies ahead of it */
export function checkAnswers(questions: readonly Question[], answers: Answers, today: string): AnswerIssue[] {
  const asked = visibleQuestions(questions, answers);
  const share = missingShare(asked, answers);
  const exclusion = missingExclusion(asked, answers);
  const impacts = missingImpacts(asked, answers);
  return asked.flatMap((question) => {
    const value = answers.get(question.id) ?? null;
    const code =
      checkAnswer(question, value) ??
      checkMeaning(question, value, today) ??
      (question === share ? 'noShare' : question === exclusion ? 'noExclusion' : null) ??
      (question === impacts ? 'noValues' : null);
    return code === null ? [] : [{ questionId: question.id, code }];
  });
}

/** What is wrong with one answer; null = nothing. Choices, numbers and days may be missing where they are not required. */
export function checkAnswer(question: Question, value: AnswerValue): AnswerFault | null {
  switch (question.questionType) {
    case 'singleSelect':
      return checkSingle(question, value);
    case 'multiSelect':
      return checkMultiple(question, value);
    case 'freeText':
      if (value === null) return null;
      if (typeof value !== 'string') return 'invalidValue';
      // An exclusion with a slip would exclude nothing, and nobody would see it.
      return question.profileField === 'excludedFunds' && !hasOnlyIsins(value) ? 'isins' : null;
    case 'number':
      if (value === null) return question.isRequired ? 'noValue' : null;
      return typeof value === 'number' && Number.isSafeInteger(value) ? null : 'wholeNumber';
    case 'date':
      if (value === null) return question.isRequired ? 'noValue' : null;
      return typeof value === 'string' && isDay(value) ? null : 'date';
  }
}

function checkSingle(question: Question, value: AnswerValue): AnswerFault | null {
  if (value === null) return question.isRequired ? 'noValue' : null;
  if (!isChosen(value)) return 'invalidValue';
  return checkChoice(question, value.id, value.text);
}

function checkMultiple(question: Question, value: AnswerValue): AnswerFault | null {
  if (value === null || (isChosenList(value) && value.length === 0))
    return question.isRequired ? 'noValues' : null;
  if (!isChosenList(value)) return 'invalidValue';
  const ids = new Set(value.map(({ id }) => id));
  const isNoneBesideOthers = question.nonValueId !== null && ids.has(question.nonValueId) && ids.size > 1;
  if (ids.size !== value.length || isNoneBesideOthers) return 'invalidValue';
  for (const { id, text } of value) {
    const fault = checkChoice(question, id, text);
    if (fault !== null) return fault;
  }
  return null;
}

function checkChoice(question: Question, id: string, text: string | null): AnswerFault | null {
  const known = question.values.find((one) => one.id === id);
  if (!known) return 'invalidValue';
  return known.isOther && showsNothing(text ?? '') ? 'otherValue' : null;
}

/** A calendar day in the range every date input takes. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = parseDate(germanDay(value), { today: value });
  return parsed.ok && parsed.value === value;
}

/** When something was bought last: the permanent name of this question of the delivered risk profile, in whatever version. */
const lastPurchase = 'lastPurchase';

/** What is paid in, monthly and once: permanent names of questions of the delivered depot analysis. */
const contributions: readonly string[] = ['monthly', 'oneOff'];

/**
 * What cannot be meant by the question it answers: a day the money is needed that is over, a purchase that lies ahead, years
 * before today or beyond any life, a contribution below nothing, a share of more than all. Each is a slip (the year left out, a minus, a zero too many), and the profile would hold another value.
 */
function checkMeaning(question: Question, value: AnswerValue, today: string): AnswerFault | null {
  const { id, scale, profileField } = question;
  const isHorizon = scale === 'horizon' || profileField === 'horizonYears';
  if (isHorizon && typeof value === 'string' && value < today) return 'pastDay';
  if (id === lastPurchase && typeof value === 'string' && value > today) return 'futureDay';
  if (typeof value !== 'number') return null;
  if (isHorizon && value < 0) return 'negativeYears';
  if (isHorizon && value > longestHorizon) return 'tooManyYears';
  if (contributions.includes(id) && value < 0) return 'negativeAmount';
  return isShare(question) && (value < 0 || value > 100) ? 'percentShare' : null;
}

const isShare = ({ profileField }: Question): boolean =>
  profileField === 'minimumShareTaxonomy' || profileField === 'minimumShareSustainable';

/** The first question for a minimum share, where one is wanted and none is said: the profile would ask nothing of any fund. */
function missingShare(asked: readonly Question[], answers: Answers): Question | null {
  const kind = asked.find(({ profileField }) => profileField === 'sustainabilityKind');
  const wanted = kind === undefined ? null : answers.get(kind.id);
  if (!isChosen(wanted) || wanted.id !== 'minimumShare') return null;
  const shares = asked.filter(isShare);
  const isSaid = shares.some(({ id }) => (answers.get(id) ?? 0) !== 0);
  return isSaid ? null : (shares[0] ?? null);
}

/** The question for adverse impacts answered by none of them, where regard for them is what is wanted. */
function missingImpacts(asked: readonly Question[], answers: Answers): Question | null {
  const kind = asked.find(({ profileField }) => profileField === 'sustainabilityKind');
  const wanted = kind === undefined ? null : answers.get(kind.id);
  if (!isChosen(wanted) || wanted.id !== 'pai') return null;
  const topics = asked.find(({ profileField }) => profileField === 'paiTopics');
  const named = topics && answers.get(topics.id);
  return topics && isChosenList(named) && named.some(({ id }) => id === topics.nonValueId) ? topics : null;
}

const exclusions: readonly (ProfileField | null)[] = [
  'excludedRegions',
  'excludedSectors',
  'excludedCompanies',
  'excludedFunds',
];

/**
 * Who wants exclusions, which opens the questions for them, and names none, would exclude nothing, and nobody would see it. An answer
 * that opens other questions as well need not be a wish for exclusions.
 */
function missingExclusion(asked: readonly Question[], answers: Answers): Question | null {
  const others = new Set(
    asked
      .filter(({ profileField }) => !exclusions.includes(profileField))
      .map(({ visibleIf }) => JSON.stringify(visibleIf)),
  );
  const opened = asked.filter(
    ({ profileField, visibleIf }) =>
      visibleIf !== null && exclusions.includes(profileField) && !others.has(JSON.stringify(visibleIf)),
  );
  const isNamed = opened.some(({ id }) => {
    const value = answers.get(id) ?? null;
    return typeof value === 'string' ? entriesOf(value).length > 0 : isChosenList(value) && value.length > 0;
  });
  return isNamed ? null : (opened[0] ?? null);
}

/** Questions an answer names that the questionnaire does not have. */
export function unknownQuestions(questions: readonly Question[], answers: readonly Answer[]): string[] {
  const known = new Set(questions.map(({ id }) => id));
  return [...answersOf(answers).keys()].filter((id) => !known.has(id));
}
