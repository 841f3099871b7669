import { getPlannedOptimization, type PlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../platform/api-client.ts';
import { ApiError } from '../platform/api-error.ts';

/** A stored plan with the ETag a change must send along. */
export interface StoredPlan extends PlannedOptimization {
  readonly etag: string | null;
}

/** Reads the open plan of a contract with its ETag; null when there is none. */
export async function readPlan(id: string, signal?: AbortSignal): Promise<StoredPlan | null> {
  try {
    const { answer, etag } = await callWithHeaders(getPlannedOptimization, { params: { id } }, { signal });
    return { ...answer, etag };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The open plan of a contract; null when there is none. */
export const plannedOptimizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'planned-optimization'],
    queryFn: ({ signal }) => readPlan(id, signal),
  });
