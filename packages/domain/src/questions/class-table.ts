import type { ClassCount, ClassRow, ClassTable, Question, ScaleKey } from './questionnaire.ts';

/** The class of a sum of points; null where the table has a gap. */
export function classOf(rows: readonly ClassRow[], points: number): number | null {
  const row = rows.find(({ from, to }) => (from === null || points >= from) && (to === null || points <= to));
  return row?.riskClassId ?? null;
}

export const tableOf = (tables: readonly ClassTable[], classCount: number): ClassTable | null =>
  tables.find((table) => table.classCount === classCount) ?? null;

export type TableFault =
  | { readonly code: 'gap' | 'overlap'; readonly from: number | null; readonly to: number | null }
  | { readonly code: 'reversed' | 'wrongClass'; readonly riskClassId: number }
  | { readonly code: 'unreachable'; readonly riskClassId: number };

/** Smallest and largest sum of a scale; null = open, where a number or a day is asked. */
export interface Reach {
  readonly smallest: number | null;
  readonly largest: number | null;
}

/** What the questions of a scale can add up to. A question that may be hidden or left out may add nothing. */
export function reachOf(questions: readonly Question[], scale: ScaleKey): Reach {
  let smallest = 0;
  let largest = 0;
  for (const question of questions) {
    if (question.scale !== scale) continue;
    if (question.questionType === 'number' || question.questionType === 'date')
      return { smallest: null, largest: null };
    const sums = sumsOf(question);
    if (sums === null) continue;
    const isSure = question.isRequired && question.visibleIf === null;
    smallest += isSure ? sums.smallest : Math.min(0, sums.smallest);
    largest += isSure ? sums.largest : Math.max(0, sums.largest);
  }
  return { smallest, largest };
}

/** Smallest and largest sum of an answer to a question of choices; null = it has none. Who chooses "none" chooses nothing else. */
function sumsOf({
  questionType,
  values,
  nonValueId,
}: Question): { readonly smallest: number; readonly largest: number } | null {
  if (values.length === 0) return null;
  const alone = values.map(({ points }) => points);
  if (questionType !== 'multiSelect') return { smallest: Math.min(...alone), largest: Math.max(...alone) };
  const together = values.filter(({ id }) => id !== nonValueId).map(({ points }) => points);
  const negative = together.filter((points) => points < 0);
  const positive = together.filter((points) => points > 0);
  return {
    smallest: Math.min(...alone, ...(negative.length === 0 ? [] : [sum(negative)])),
    largest: Math.max(...alone, ...(positive.length === 0 ? [] : [sum(positive)])),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Gaps, overlaps, reversed rows and classes nobody can get, for whole points. Every sum that can be reached has exactly
 * one class when nothing is found.
 */
export function checkClassTable(table: ClassTable, reach: Reach): TableFault[] {
  const faults = checkRows(table.rows, table.classCount);
  // Rows of other classes are no table yet; a row that ends before it begins covers nothing, and what that leaves open is a gap.
  if (faults.some(({ code }) => code === 'wrongClass')) return faults;
  const smallest = reach.smallest ?? Number.NEGATIVE_INFINITY;
  const largest = reach.largest ?? Number.POSITIVE_INFINITY;
  let expected = smallest;
  for (const row of table.rows) {
    const from = row.from ?? Number.NEGATIVE_INFINITY;
    const to = row.to ?? Number.POSITIVE_INFINITY;
    if (from > to) continue;
    if (to < smallest || from > largest) {
      faults.push({ code: 'unreachable', riskClassId: row.riskClassId });
      continue;
    }
    if (from > expected) faults.push({ code: 'gap', from: finite(expected), to: from - 1 });
    if (from < expected && expected !== smallest)
      faults.push({ code: 'overlap', from: finite(from), to: finite(Math.min(to, expected - 1)) });
    expected = Math.max(expected, to + 1);
  }
  if (expected !== Number.POSITIVE_INFINITY && expected <= largest)
    faults.push({ code: 'gap', from: finite(expected), to: reach.largest });
  return faults;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function checkRows(rows: readonly ClassRow[], classCount: ClassCount): TableFault[] {
  const faults: TableFault[] = [];
  for (let riskClassId = 1; riskClassId <= classCount; riskClassId += 1) {
    if (rows[riskClassId - 1]?.riskClassId !== riskClassId) faults.push({ code: 'wrongClass', riskClassId });
  }
  if (rows.length > classCount) faults.push({ code: 'wrongClass', riskClassId: classCount + 1 });
  for (const { riskClassId, from, to } of rows) {
    if (from !== null && to !== null && from > to) faults.push({ code: 'reversed', riskClassId });
  }
  return faults;
}
