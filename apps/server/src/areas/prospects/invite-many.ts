import type { inviteCustomers as inviteCall } from '@depotwerk/api/prospects/preregistrations';
import { inviteCustomersRequest } from '@depotwerk/api/prospects/preregistrations';
import { type NotInvited, notInvitedTexts } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { storeRows } from '../../platform/customers/change-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { defineChangeJob, inPieces } from '../../platform/jobs/change-job.ts';
import type { ChunkOutcome, JobHandler, JobOf } from '../../platform/jobs/job-handler.ts';
import { type ActingFor, readStarter, starterShape } from '../../platform/jobs/job-starter.ts';
import { startJob } from '../../platform/jobs/start-job.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import { requirePermission, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readStarterScope } from '../../platform/sessions/starter-scope.ts';
import { customerSelectionAsTexts, selectedCustomers, selectedIds } from '../customers/public.ts';
import { jobOf } from '../jobs/public.ts';
import type { ProspectServices } from './analysis-services.ts';
import { type Chosen, chosenColumns, obstacleOf } from './invited-customers.view.ts';
import { requireOpenForMany } from './open-for-many.ts';
import { invitedOfDay, issuesOfLastDay, registrationModeOf, writeInvitation } from './write-invitation.ts';

const jobType = 'inviteCustomers';
/** Invitations of one transaction: each is a mail and an entry in the log, which hold up other writers of the house. */
const usualChunkSize = 50;
const permissions = ['contracts.bulk', 'customers.create'] as const;

const payload = z.object({ ...inviteCustomersRequest.shape, origin: z.string(), ...starterShape });
type Payload = z.output<typeof payload>;

/**
 * Starts inviting any number of customers; each is judged when his turn comes, by the rights held then.
 * @throws 403, 400 for a last day that cannot be, 409 without a mail server
 */
export const inviteMany: Verb<typeof inviteCall, ProspectServices> = (services, context, { body }) => {
  const { scope } = context;
  for (const permission of permissions) requirePermission(scope, permission);
  const today = todayIn(context.zone, new Date(services.clock()));
  const start = async (transaction: Transaction<Schema>) => {
    const reader = readerIn(transaction);
    await requireOpenForMany(services, transaction, scope);
    refuseIssues([...issuesOfLastDay(services, today, body.expiresAt)]);
    const origin = await houseOrigin(reader, scope, services.settings.publicOrigin, context.host);
    return startJob(services, transaction, context, {
      jobType,
      payload: { ...body, selection: customerSelectionAsTexts(body.selection), origin },
      action: 'preregistrations.inviteMany',
      details: { expiresAt: body.expiresAt },
    });
  };
  return answerOnce(services.database, context, 'inviteCustomers', body, start, jobOf(scope));
};

type JobServices = Pick<SignInServices, 'keys' | 'clock' | 'settings' | 'quotas'> & {
  readonly database: Database;
};

/** Invites customers in pieces of one transaction each: their mails go out with it, or nothing of it happened. */
export function createInviteJob(services: JobServices, chunkSize = usualChunkSize): JobHandler {
  const forgetCounts = () => {};
  return defineChangeJob<Payload>(
    services.database,
    { forgetCounts, chunkSize },
    {
      jobType,
      payload,
      laneName: 'Kunden',
      idsName: 'customerIds',
      async *pieces(transaction, job, size) {
        const scope = await readStarterScope(readerIn(transaction), job);
        if (scope === null) return;
        for await (const ids of selectedIds(transaction, scope, job.payload.selection))
          yield* inPieces(ids, size);
      },
      work: (transaction, job, ids) => invitePiece(services, transaction, job, ids),
    },
  );
}

async function invitePiece(
  services: JobServices,
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  customerIds: readonly string[],
): Promise<ChunkOutcome> {
  const acting = await readStarter(transaction, job);
  const mayInvite =
    acting !== null &&
    permissions.every((permission) => acting.scope.permissions.has(permission)) &&
    (await registrationModeOf(readerIn(transaction), acting.scope)) !== 0 &&
    (await canMail(services, transaction));
  if (!mayInvite)
    return storeRows(
      transaction,
      job.id,
      customerIds.map((customerId) => rowOf(customerId, 'refused')),
    );
  const now = services.clock();
  const { invitationsPerUserAndDay: most } = services.quotas ?? defaultQuotas;
  let left = most - (await invitedOfDay(transaction, acting.scope, now));
  const rows = [];
  for (const customer of await readChosen(services, transaction, acting.scope, customerIds)) {
    const obstacle = obstacleOf(acting.scope, customer) ?? (left > 0 ? null : 'dayIsFull');
    rows.push(rowOf(customer.id, obstacle));
    if (obstacle !== null) continue;
    left -= 1;
    // One after another: they share the connection of the transaction.
    // oxlint-disable-next-line no-await-in-loop -- see above
    await inviteOne(services, transaction, acting, job.payload, customer);
  }
  return storeRows(transaction, job.id, rows);
}

const rowOf = (customerId: string, obstacle: NotInvited | null) =>
  obstacle === null
    ? { customerId, result: 'changed' as const, message: null }
    : { customerId, result: 'skipped' as const, message: notInvitedTexts[obstacle] };

function inviteOne(
  services: JobServices,
  transaction: Transaction<Schema>,
  acting: ActingFor,
  { message, expiresAt, origin }: Payload,
  customer: Chosen,
) {
  const { id, email, groupId, firstName, lastName, phoneNumber, dateOfBirth } = customer;
  return writeInvitation(services, transaction, acting, {
    customer: { id, email },
    groupId,
    firstName,
    lastName,
    email: email ?? '',
    phoneNumber,
    dateOfBirth,
    message,
    expiresAt,
    origin,
    isMailed: true,
  });
}

/**
 * Those of a piece the starter still sees, locked, in one order for all. They are read by a statement of its own: one that waited is as
 * old as its wait, and would not know of an invitation written meanwhile.
 */
async function readChosen(
  services: JobServices,
  transaction: Transaction<Schema>,
  scope: Scope,
  customerIds: readonly string[],
): Promise<readonly Chosen[]> {
  const parameters = new Parameters();
  const selection = { customerIds: [...customerIds] };
  const conditions = selectedCustomers(selection, visibilityOf(scope, 'groupCustomers.view'), parameters);
  const chosen = `from customers u where ${conditions} order by u.id`;
  await transaction.executeQuery(
    CompiledQuery.raw(`select 1 ${chosen} for update of u`, [...parameters.values]),
  );
  const columns = chosenColumns(services, parameters);
  const { rows } = await transaction.executeQuery<Chosen>(
    CompiledQuery.raw(`select ${columns} ${chosen}`, parameters.values),
  );
  return rows;
}
