import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { JobOf } from '../../../platform/jobs/job-handler.ts';
import {
  readStarterScope,
  startingTokenOf,
  startingTokenShape,
} from '../../../platform/sessions/starter-scope.ts';
import type { ActingFor } from './apply-change.ts';

/** What a job keeps of who started it, for the log. */
export const starterShape = { sessionId: z.string(), ...startingTokenShape };

interface Starter {
  readonly sessionId: string;
  readonly apiTokenId?: string | undefined;
}

/** The same of a call. */
export const starterOf = ({ actor }: Pick<SignedInContext, 'actor'>): Starter => ({
  sessionId: actor.sessionId,
  ...startingTokenOf({ actor }),
});

/** For whom a job changes contracts; null where he may not sign in any more. */
export async function readStarter(
  transaction: Transaction<Schema>,
  job: JobOf<Starter>,
): Promise<ActingFor | null> {
  const scope = await readStarterScope(readerIn(transaction), job);
  if (scope === null) return null;
  const { rows } = await transaction.executeQuery<{ userName: string; fullName: string }>(
    CompiledQuery.raw('select user_name as "userName", full_name as "fullName" from users where id = $1', [
      scope.userId,
    ]),
  );
  const [person] = rows;
  if (!person) return null;
  const { sessionId, apiTokenId } = job.payload;
  return {
    scope,
    actor: {
      kind: 'user',
      userId: scope.userId,
      tenantId: job.tenantId,
      sessionId,
      ...person,
      ...(apiTokenId !== undefined && { apiTokenId }),
    },
  };
}
