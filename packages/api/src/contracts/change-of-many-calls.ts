import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { paging, pathId } from '../fields.ts';
import { job } from '../jobs/jobs.ts';

/** `unchanged`: it was as it shall be already. */
const changeRowResult = z.enum(['changed', 'unchanged', 'skipped']);

/** What a change of many came to with one object, whose id and name stand beside. */
export const changeRow = {
  result: changeRowResult,
  /** Why it stays as it is; null otherwise. */
  message: z.nullable(z.string()),
  /** What the job did to it was taken back. */
  isTakenBack: z.boolean(),
  /** It can still be taken back, unless somebody has changed it there since. */
  isOpen: z.boolean(),
};

interface ChangeOfMany<Body extends z.ZodMiniType, Row extends z.ZodMiniType> {
  readonly area: 'contracts' | 'customers';
  /** What one is called in the ids of its calls: `Contract` of `startContractChange`. */
  readonly one: string;
  readonly listId: string;
  readonly body: Body;
  readonly row: Row;
  /** Below a job: its rows, and its way back. */
  readonly paths: Readonly<Record<'rows' | 'takeBack', string>>;
  readonly summaries: Readonly<Record<'start' | 'rows' | 'takeBack', string>>;
}

/** The three calls of a change of any number of objects: its start as a job, what became of each object, and its way back. */
export function changeOfManyCalls<Body extends z.ZodMiniType, Row extends z.ZodMiniType>({
  area,
  one,
  listId,
  body,
  row,
  paths,
  summaries,
}: ChangeOfMany<Body, Row>) {
  const access = 'contracts.bulk';
  const starts = {
    area,
    access,
    feature: 'bulk',
    method: 'POST',
    status: 202,
    needsIdempotencyKey: true,
  } as const;
  return {
    start: defineCall({
      ...starts,
      id: `start${one}Change`,
      path: `/${area}/bulk-job`,
      summary: summaries.start,
      body,
      answer: job,
      errors: ['common.validationFailed', 'common.quotaExceeded'],
    }),
    rows: defineCall({
      area,
      access,
      id: listId,
      method: 'GET',
      path: `/jobs/:id/${paths.rows}`,
      summary: summaries.rows,
      params: pathId,
      query: z.strictObject({
        ...paging,
        result: z.optional(changeRowResult),
      }),
      answer: z.array(row),
      errors: ['common.notFound'],
    }),
    takeBack: defineCall({
      ...starts,
      id: `takeBack${one}Change`,
      path: `/jobs/:id/${paths.takeBack}`,
      summary: summaries.takeBack,
      params: pathId,
      answer: job,
      errors: ['common.notFound', 'common.inProgress', 'common.quotaExceeded'],
    }),
  };
}
