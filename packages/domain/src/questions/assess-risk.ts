import { wholeYearsBetween } from '../depot-analysis/whole-years.ts';
import { holds } from '../element-condition.ts';
import { classOf, tableOf } from './class-table.ts';
import {
  type Answers,
  type AnswerValue,
  type ClassRow,
  type Contradiction,
  isChosen,
  isChosenList,
  type Question,
  type ScaleKey,
  type Scoring,
} from './questionnaire.ts';
import { conditionData, visibleAnswers, visibleQuestions } from './visible-questions.ts';

export interface ScaleResult {
  readonly key: ScaleKey;
  readonly points: number;
  /** null = the table has no class for these points. */
  readonly riskClassId: number | null;
  /** One point more or less would give another class. */
  readonly isBorderline: boolean;
}

export interface RiskResult {
  readonly scales: readonly ScaleResult[];
  /** The lowest class of all scales: wanting, bearing and waiting are measured apart and never added up. */
  readonly riskClassId: number | null;
  /** Scales that decide, because their class is the lowest. */
  readonly decidedBy: readonly ScaleKey[];
}

/** Points of one answer on its scale: a number counts as itself, a day as the whole years until then, choices as their points. */
function pointsOf(question: Question, value: AnswerValue | undefined, today: string): number {
  if (typeof value === 'number') return value;
  if (question.questionType === 'date' && typeof value === 'string') return wholeYearsBetween(today, value);
  const points = (id: string) => question.values.find((one) => one.id === id)?.points ?? 0;
  if (isChosenList(value)) return value.reduce((total, { id }) => total + points(id), 0);
  return isChosen(value) ? points(value.id) : 0;
}

/**
 * The risk class the answers lead to in a tariff with so many classes; answers to hidden questions do not count.
 * @param today a day the money is needed is counted from it
 */
export function assessRisk(
  questions: readonly Question[],
  scoring: Scoring,
  answers: Answers,
  classCount: number,
  today: string,
): RiskResult {
  const asked = visibleQuestions(questions, answers);
  const scales = scoring.scales.flatMap(({ key, tables }): ScaleResult[] => {
    const table = tableOf(tables, classCount);
    if (table === null) return [];
    const points = asked
      .filter(({ scale }) => scale === key)
      .reduce((total, question) => total + pointsOf(question, answers.get(question.id), today), 0);
    return [
      {
        key,
        points,
        riskClassId: classOf(table.rows, points),
        isBorderline: key !== 'horizon' && isNearBorder(table.rows, points),
      },
    ];
  });
  const classes = scales.flatMap(({ riskClassId }) => riskClassId ?? []);
  if (classes.length === 0 || classes.length < scales.length)
    return { scales, riskClassId: null, decidedBy: [] };
  const riskClassId = Math.min(...classes);
  return {
    scales,
    riskClassId,
    decidedBy: scales.filter((scale) => scale.riskClassId === riskClassId).map(({ key }) => key),
  };
}

function isNearBorder(rows: readonly ClassRow[], points: number): boolean {
  const own = classOf(rows, points);
  return [points - 1, points + 1].some((near) => {
    const other = classOf(rows, near);
    return other !== null && other !== own;
  });
}

/** Contradictions the answers show. */
export function findContradictions(
  questions: readonly Question[],
  scoring: Scoring,
  answers: Answers,
): Contradiction[] {
  const data = conditionData(visibleAnswers(questions, answers));
  return scoring.contradictions.filter(({ when }) => holds(when, data));
}
