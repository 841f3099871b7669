import { wholeYearsBetween } from '../depot-analysis/whole-years.ts';
import { answerText } from './answer-text.ts';
import { type ExcludedInvestments, entriesOf, excludedIsins } from './client-restrictions.ts';
import { longestHorizon } from './longest-horizon.ts';
import { experienceOfAnswers, type ProductExperience } from './product-experience.ts';
import type { LossCapacity, SustainabilityKind } from './profile-choices.ts';
import { type Answers, isChosen, isChosenList, type ProfileField, type Question } from './questionnaire.ts';
import { visibleAnswers } from './visible-questions.ts';

/** Characters of a goal that are kept: a sentence, no letter. */
const longestGoal = 500;

/** What a risk profile keeps of the answers; null = not asked or not answered. */
export interface AnsweredProfile {
  /** What the investment is for, in the words of the answer. */
  readonly goal: string | null;
  readonly horizonYears: number | null;
  readonly lossCapacity: LossCapacity | null;
  /** Labels of the products that are known. */
  readonly knowledge: readonly string[];
  /** What was done with each of them; empty = not asked. */
  readonly experience: readonly ProductExperience[];
  readonly sustainabilityKind: SustainabilityKind;
  /** Shares 0–1. */
  readonly minimumShareTaxonomy: number | null;
  readonly minimumShareSustainable: number | null;
  readonly paiTopics: readonly string[];
  readonly restrictions: ExcludedInvestments;
}

/**
 * Reads the profile from the answers by what each question says it fills.
 * @param today the day the answers are given on: a day the money is needed is counted from it
 */
export function profileOfAnswers(
  questions: readonly Question[],
  answers: Answers,
  today: string,
): AnsweredProfile {
  const asked = visibleAnswers(questions, answers);
  const of = (field: ProfileField) => {
    const question = questions.find(({ profileField }) => profileField === field);
    return { question, value: question === undefined ? undefined : asked.get(question.id) };
  };
  const choice = (field: ProfileField): string | null => {
    const { value } = of(field);
    return isChosen(value) ? value.id : null;
  };
  const labels = (field: ProfileField): string[] => {
    const { question, value } = of(field);
    if (!question || !isChosenList(value)) return [];
    return value.flatMap(({ id, text }) => {
      const known = question.values.find((one) => one.id === id);
      if (!known || id === question.nonValueId) return [];
      return [known.isOther ? (text ?? '').trim() : known.label];
    });
  };
  const ids = (field: ProfileField): string[] => {
    const { question, value } = of(field);
    return isChosenList(value) ? value.flatMap(({ id }) => (id === question?.nonValueId ? [] : [id])) : [];
  };
  const text = (field: ProfileField): string => {
    const { value } = of(field);
    return typeof value === 'string' ? value : '';
  };
  const number = (field: ProfileField): number | null => {
    const { value } = of(field);
    return typeof value === 'number' ? value : null;
  };
  const needed = of('horizonYears');
  const horizon =
    needed.question?.questionType === 'date' && typeof needed.value === 'string'
      ? wholeYearsBetween(today, needed.value)
      : number('horizonYears');
  const loss = choice('lossCapacity');
  const kind = choice('sustainabilityKind');
  return {
    goal: goalOf(questions, asked),
    horizonYears: horizon === null ? null : Math.min(Math.max(horizon, 0), longestHorizon),
    lossCapacity: loss === 'none' || loss === 'limited' || loss === 'full' ? loss : null,
    knowledge: labels('knowledge'),
    experience: experienceOfAnswers(questions, answers),
    sustainabilityKind: kind === 'minimumShare' || kind === 'pai' ? kind : 'none',
    minimumShareTaxonomy: share(number('minimumShareTaxonomy')),
    minimumShareSustainable: share(number('minimumShareSustainable')),
    paiTopics: labels('paiTopics'),
    restrictions: {
      isins: excludedIsins(text('excludedFunds')),
      companies: entriesOf(text('excludedCompanies')),
      regions: ids('excludedRegions'),
      sectors: ids('excludedSectors'),
    },
  };
}

/** The question about the goal: said to fill it, or the delivered one, which was there before anything was filled by it. */
const goalOf = (questions: readonly Question[], asked: Answers): string | null => {
  const question =
    questions.find(({ profileField }) => profileField === 'goal') ??
    questions.find(({ id, questionType }) => id === 'goal' && questionType === 'singleSelect');
  if (!question) return null;
  return answerText(question, asked.get(question.id)).slice(0, longestGoal) || null;
};

/** Percent as asked to a share; nobody wants less than nothing or more than all. */
const share = (percent: number | null): number | null =>
  percent === null ? null : Math.min(Math.max(percent, 0), 100) / 100;
