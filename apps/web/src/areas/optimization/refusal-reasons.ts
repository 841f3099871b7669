import { planRefusal } from '@depotwerk/api/optimization/optimization';
import { ApiError } from '../../platform/api-error.ts';

/** Sentences on why a plan was refused; empty when the error tells none. */
export function refusalReasons(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = planRefusal.safeParse(error.problem?.params ?? {});
  return parsed.success ? parsed.data.reasons.map(({ text }) => text) : [];
}
