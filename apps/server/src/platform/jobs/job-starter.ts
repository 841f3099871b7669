import type { PermissionCode } from '@depotwerk/domain/permissions';
import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Reader } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { readerIn } from '../database/transaction-reader.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Scope } from '../scope.ts';
import {
  readStarterScope,
  type StartedJob,
  startingTokenOf,
  startingTokenShape,
} from '../sessions/starter-scope.ts';
import type { JobOf, JobProblem } from './job-handler.ts';

/** Who changes something, by a call or by a job he started. */
export type ActingFor = Pick<SignedInContext, 'actor' | 'scope'>;

/** What a job keeps of who started it, for the log. */
export const starterShape = { sessionId: z.string(), ...startingTokenShape };

/** The same where the work also follows from something else (an order was settled): then nobody asked for it as such. */
export const perhapsStarterShape = { ...starterShape, sessionId: z.optional(z.string()) };

/** What is said where nothing is left of a selection when its work begins. */
export const nothingLeft: JobProblem = {
  code: 'jobs.nothingLeft',
  message:
    'Von der Auswahl ist nichts mehr da, oder wer die Arbeit gestartet hat, sieht nichts mehr davon. Es ist nichts geschehen.',
};

export interface Starter {
  readonly sessionId: string;
  readonly apiTokenId?: string | undefined;
}

/** The same of a call. */
export const starterOf = ({ actor }: Pick<SignedInContext, 'actor'>): Starter => ({
  sessionId: actor.sessionId,
  ...startingTokenOf({ actor }),
});

/**
 * The rights the starter of a job holds at this moment; null where he may not sign in any more or lacks one of the permissions his call
 * took. To be asked for each piece, which then minds the rights in groups of each object.
 */
export async function readHeldScope(
  reader: Reader,
  job: StartedJob,
  permissions: readonly PermissionCode[],
): Promise<Scope | null> {
  const scope = await readStarterScope(reader, job);
  return scope !== null && permissions.every((permission) => scope.permissions.has(permission))
    ? scope
    : null;
}

/** For whom a job changes something; null where he may not sign in any more. */
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
