/** Years after which somebody is of age (§ 2 BGB). */
const majorityYears = 18;

/**
 * The first day somebody born on a day is of age: the day of birth counts (§ 187 Abs. 2 Satz 2 BGB), so that it is the birthday
 * itself; who was born on 29 February is of age from 1 March on. ISO days.
 */
export function dayOfMajority(dateOfBirth: string): string {
  const date = new Date(`${dateOfBirth}T00:00:00Z`);
  // A day that the year has not runs over into March by itself.
  date.setUTCFullYear(date.getUTCFullYear() + majorityYears);
  return date.toISOString().slice(0, 10);
}

/** The day an underage person comes of age; null of who is of age, and of who was born nobody knows when. ISO days. */
export function underageUntil(dateOfBirth: string | null, today: string): string | null {
  if (dateOfBirth === null) return null;
  // Nearly everybody came of age in an earlier year, which the years alone say: a run over a whole book asks of each holder.
  if (Number(dateOfBirth.slice(0, 4)) + majorityYears < Number(today.slice(0, 4))) return null;
  const day = dayOfMajority(dateOfBirth);
  return day > today ? day : null;
}
