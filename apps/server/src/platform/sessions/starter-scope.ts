import * as z from 'zod/mini';
import type { Reader } from '../database/database.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Scope } from '../scope.ts';
import { limitedToScopes } from './api-token-access.ts';
import { readUserScope } from './read-user-scope.ts';

/** What a job keeps of a token it was started with; jobs of people, and those of a release before, have none. */
export const startingTokenShape = { apiTokenId: z.optional(z.string()) };

/** The same of a call. */
export const startingTokenOf = ({ actor }: Pick<SignedInContext, 'actor'>): { apiTokenId?: string } =>
  actor.apiTokenId === undefined ? {} : { apiTokenId: actor.apiTokenId };

/** What of a job says for whom it works. */
export interface StartedJob {
  readonly tenantId: string;
  readonly createdBy: string | null;
  readonly payload: { readonly apiTokenId?: string | undefined };
}

/**
 * The rights the starter of a job holds now, of those the token was made for with which he started it: work goes on after the
 * token has ended, as it does after a session, but never with more than the token opened. null where he may not sign in any more.
 */
export async function readStarterScope(
  reader: Reader,
  { tenantId, createdBy, payload: { apiTokenId } }: StartedJob,
): Promise<Scope | null> {
  if (createdBy === null) return null;
  const scope = await readUserScope(reader, tenantId, createdBy);
  if (scope === null || apiTokenId === undefined) return scope;
  const [token] = await reader.read<{ scopes: string[] }>(
    { tenantId, userId: createdBy },
    {
      sql: 'select scopes from api_tokens where id = $1 and user_id = $2',
      parameters: [apiTokenId, createdBy],
    },
  );
  return limitedToScopes(scope, token?.scopes ?? []);
}
