import * as z from 'zod/mini';
import { type Access, type Call, defineCall } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { pathIntegerId } from './fields.ts';

interface MasterData<Query extends z.ZodMiniType, Body extends z.ZodMiniType, Row extends z.ZodMiniType> {
  readonly area: string;
  /** Of the list; one object stands below it. */
  readonly path: string;
  /** What one is called in the ids of its calls: `Issuer` of `putIssuer`. */
  readonly one: string;
  readonly listId: string;
  readonly view: Access;
  readonly edit: Access;
  /** Changing it is sensitive. */
  readonly needsFreshFactor?: boolean;
  readonly query: Query;
  /** What people say of it. */
  readonly body: Body;
  readonly row: Row;
  readonly summaries: Readonly<Record<'list' | 'get' | 'create' | 'put' | 'remove', string>>;
  /** Errors of what people say, and those only a change has. */
  readonly refusals: readonly ErrorCode[];
  readonly changeRefusals?: readonly ErrorCode[];
}

/**
 * The five calls of a kind of master data: the list page by page (also as a file), one of them with its version, a new
 * one, a changed one, and the end of one that nothing refers to.
 */
export function masterDataCalls<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Row extends z.ZodMiniType,
>({
  area,
  path,
  one,
  listId,
  view,
  edit,
  needsFreshFactor = false,
  query,
  body,
  row,
  summaries,
  refusals,
  changeRefusals = [],
}: MasterData<Query, Body, Row>) {
  const onePath = `${path}/:id`;
  const change = { area, access: edit, needsFreshFactor } satisfies Partial<Call>;
  return {
    list: defineCall({
      area,
      id: listId,
      method: 'GET',
      path,
      summary: summaries.list,
      access: view,
      query,
      answer: z.array(row),
      isExportable: true,
    }),
    get: defineCall({
      area,
      id: `get${one}`,
      method: 'GET',
      path: onePath,
      summary: summaries.get,
      access: view,
      params: pathIntegerId,
      answer: row,
      errors: ['common.notFound'],
    }),
    create: defineCall({
      ...change,
      id: `create${one}`,
      method: 'POST',
      path,
      summary: summaries.create,
      needsIdempotencyKey: true,
      status: 201,
      body,
      answer: row,
      errors: ['common.validationFailed', ...refusals],
    }),
    put: defineCall({
      ...change,
      id: `put${one}`,
      method: 'PUT',
      path: onePath,
      summary: summaries.put,
      needsIfMatch: true,
      params: pathIntegerId,
      body,
      answer: row,
      errors: ['common.validationFailed', 'common.notFound', ...refusals, ...changeRefusals],
    }),
    remove: defineCall({
      ...change,
      id: `delete${one}`,
      method: 'DELETE',
      path: onePath,
      summary: summaries.remove,
      needsIfMatch: true,
      params: pathIntegerId,
      errors: ['common.notFound', 'masterData.inUse'],
    }),
  };
}
