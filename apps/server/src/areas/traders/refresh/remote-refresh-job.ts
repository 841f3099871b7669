import { integerId, id as uuid } from '@depotwerk/api/fields';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { enqueueCheck } from '../../../platform/depot-content/enqueue-check.ts';
import { type ChunkRun, defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { perhapsStarterShape, readHeldScope } from '../../../platform/jobs/job-starter.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { StartedJob } from '../../../platform/sessions/starter-scope.ts';
import { notePasswordFault } from '../credentials/note-fault.ts';
import { listTraderIssuers, type TraderIssuer } from '../credentials/trader-issuer.view.ts';
import { FileGateway } from '../gateway/file/file-gateway.ts';
import { TraderFault } from '../gateway/trader-gateway.ts';
import { isAuthFault, traderAuthError } from '../trader-auth-error.ts';
import { applyDepot } from './apply-depot.ts';
import { changedContracts } from './changed-contracts.ts';
import { chooseIssuers } from './choose-issuers.ts';
import { connect, type RefreshServices } from './refresh-connection.ts';
import { listRefreshableDepots, refreshableDepots } from './refreshable-depots.view.ts';
import { seenFileProblems } from './seen-file-problems.ts';
import { takeDepotList } from './take-depot-list.ts';

export const remoteRefreshType = 'remoteRefresh';

const payload = z.object({
  issuerId: z.nullable(integerId),
  contractIds: z.nullable(z.array(uuid)),
  /** Institutions left out, because they were read a moment ago. */
  skippedIssuerIds: z.optional(z.array(integerId)),
  ...perhapsStarterShape,
});
export type RefreshPayload = z.output<typeof payload>;

const chunkPayload = z.union([
  z.object({ kind: z.literal('list') }),
  z.object({ kind: z.literal('depot'), depotId: uuid, externalKey: z.string(), contractId: uuid }),
]);
type Run = Omit<ChunkRun<RefreshPayload, z.output<typeof chunkPayload>>, 'addLane' | 'addChunks'>;

/** The rights of whom a bank is read for, now. A refresh that follows from something else (an order was settled) takes no permission. */
function readRefresher(
  reader: Reader,
  job: Omit<StartedJob, 'payload'> & { readonly payload: RefreshPayload },
): Promise<Scope | null> {
  return readHeldScope(reader, job, job.payload.sessionId === undefined ? [] : ['contracts.refresh']);
}

/** Depots of one bank at once in one process; the gateway allows four calls. */
const depotsAtOnce = 4;
/** Tries against a bank that does not answer: at once, after 5 s and after 20 s. */
const attempts = 3;

/** Orders and readings are told apart by one clock. */
async function databaseTime(database: Reader): Promise<string> {
  const [row] = await database.read<{ now: string }>(
    { tenantId: null, userId: null },
    { sql: 'select now() as now', parameters: [] },
  );
  if (!row) throw new Error('a selection without a table answers one row');
  return row.now;
}

const rightLostText =
  'Wer den Abruf gestartet hat, darf ihn nicht mehr vornehmen. Bitte lassen Sie ihn von jemandem starten, der die Rechte dazu hat.';

/** Whether the depot still is of a contract its reader may change: rights go, and depots are unlinked, while a bank is waited for. */
async function mayReadStill(
  database: Reader,
  job: Parameters<typeof readRefresher>[1],
  { depotId, contractId }: { readonly depotId: string; readonly contractId: string },
): Promise<boolean> {
  const scope = await readRefresher(database, job);
  if (scope === null) return false;
  const own = await database.read(scope, refreshableDepots(scope, { contractIds: [contractId] }));
  return own.some((depot) => depot.depotId === depotId);
}

const depotChunk = (lane: string, depot: { depotId: string; externalKey: string; contractId: string }) => ({
  lane,
  chunkKey: `${lane}:${depot.depotId}`,
  payload: {
    kind: 'depot' as const,
    depotId: depot.depotId,
    externalKey: depot.externalKey,
    contractId: depot.contractId,
  },
});

/**
 * Reads contracts from their banks. A lane a bank, so that one that hangs holds up no other; a chunk a depot, so that
 * processes share them and a killed one's depot is read by another. What a bank refuses fails its lane only.
 * A system job on behalf of the user whose rights and bank passwords it uses.
 */
export function remoteRefreshJob(services: RefreshServices): JobHandler {
  const { database } = services;

  async function issuerOf(run: Run, userId: string): Promise<TraderIssuer | undefined> {
    const issuers = await listTraderIssuers(database, { tenantId: run.job.tenantId, userId });
    return issuers.find((issuer) => String(issuer.issuerId) === run.chunk.lane);
  }

  async function readList(run: Run, issuer: TraderIssuer, userId: string): Promise<void> {
    const scope = await readRefresher(database, run.job);
    if (scope === null) {
      await database.transaction(run.job.context, (transaction) =>
        run.failLane(transaction, 'auth.forbidden', rightLostText),
      );
      return;
    }
    const { gateway, access } = await connect(services, { tenantId: run.job.tenantId, userId }, issuer);
    const heads = await gateway.listDepots(access);
    const fileProblems = gateway instanceof FileGateway ? await gateway.listProblems() : [];
    const keys = new Set(heads.map((head) => head.externalKey));
    await database.transaction(run.job.context, async (transaction) => {
      const taken = await takeDepotList(transaction, issuer.issuerId, userId, scope, heads);
      const seen = await seenFileProblems(transaction, issuer.issuerId, scope, fileProblems);
      const depots = await listRefreshableDepots(transaction, scope, { issuerId: issuer.issuerId });
      const ownContracts = new Set<string | null | undefined>(depots.map((depot) => depot.contractId));
      const chunks = depots
        .filter((depot) => keys.has(depot.externalKey))
        .map((depot) => depotChunk(run.chunk.lane, depot));
      await run.within(transaction).addChunks(chunks);
      await run.complete(transaction, {
        changed: taken.changed,
        failed: seen.length > 0 ? 1 : 0,
        problems: [
          // A depot of a contract he does not see is nothing he could miss.
          ...taken.problems.filter((problem) => ownContracts.has(problem.contractId)),
          ...seen,
        ],
      });
    });
  }

  async function readDepot(run: Run, issuer: TraderIssuer, userId: string): Promise<void> {
    const { payload: chunk } = run.chunk;
    if (chunk.kind !== 'depot') return;
    if (!(await mayReadStill(database, run.job, chunk))) {
      const { externalKey, contractId } = chunk;
      await database.transaction(run.job.context, (transaction) =>
        run.complete(transaction, {
          failed: 1,
          problems: [{ code: 'auth.forbidden', message: rightLostText, externalKey, contractId }],
        }),
      );
      return;
    }
    const { gateway, access } = await connect(services, { tenantId: run.job.tenantId, userId }, issuer);
    const askedAt = await databaseTime(database);
    const bank = await gateway.readDepot(access, chunk.externalKey);
    const isChanged = await database.transaction(run.job.context, async (transaction) => {
      const by = { jobId: run.job.id, askedAt };
      const { hasChanged, problems } = await applyDepot(transaction, chunk.depotId, bank, by);
      await run.complete(transaction, { changed: hasChanged ? 1 : 0, problems });
      return hasChanged;
    });
    if (isChanged) services.forgetCounts(run.job.tenantId);
  }

  /** What a fault of the bank means for the depot, its bank, and the next try. */
  async function handleFault(
    run: Run,
    issuer: TraderIssuer,
    userId: string,
    fault: TraderFault,
  ): Promise<void> {
    const { code } = traderAuthError(fault, issuer.bankName);
    const isAway = fault.kind === 'unavailable' || fault.kind === 'unknown';
    if (isAway && !run.chunk.isLastAttempt) throw fault;
    const { payload: chunk } = run.chunk;
    await database.transaction(run.job.context, async (transaction) => {
      await notePasswordFault(transaction, userId, issuer.issuerId, fault);
      const isDepot = chunk.kind === 'depot';
      const isBankGone = isAway && !(isDepot && (await run.isLaneAlive(transaction)));
      if (isAuthFault(fault) || isBankGone || !isDepot) {
        await run.failLane(transaction, isAway ? 'traderAuth.bankUnavailable' : code, fault.message);
        await writeAudit(transaction, {
          actor: { kind: 'system' },
          action: 'contracts.refresh',
          objectType: 'job',
          objectId: run.job.id,
          details: { issuerId: issuer.issuerId, fault: fault.kind, userId },
          result: isAway ? 'failed' : 'refused',
        });
        return;
      }
      const isMissing = fault.kind === 'notFound';
      await run.complete(transaction, {
        failed: 1,
        problems: [
          {
            code: isMissing ? 'traderDepots.notAtBank' : isAway ? 'traderAuth.bankUnavailable' : code,
            message: isMissing
              ? `Das Institut führt das Depot ${chunk.externalKey} nicht.`
              : `Depot ${chunk.externalKey}: ${fault.message}`,
            externalKey: chunk.externalKey,
            contractId: chunk.contractId,
          },
        ],
      });
    });
  }

  return defineChunkedJob({
    jobType: remoteRefreshType,
    payload,
    chunkPayload,
    concurrency: depotsAtOnce,
    maximumAttempts: attempts,
    // Up to a quarter longer: what a bank refused together does not come back together.
    backOff: (attempt) => (attempt === 1 ? 5 : 20) * (1 + Math.random() / 4),
    async plan(transaction, job, planning) {
      const reader = readerIn(transaction);
      const scope = await readRefresher(reader, job);
      if (!scope) {
        await planning.addProblem({ code: 'auth.forbidden', message: rightLostText });
        return;
      }
      const { contractIds } = job.payload;
      if (contractIds === null) {
        const { issuerId, skippedIssuerIds = [] } = job.payload;
        for (const issuer of await chooseIssuers(reader, services, scope, issuerId)) {
          if (skippedIssuerIds.includes(issuer.issuerId)) continue;
          const lane = String(issuer.issuerId);
          await planning.addLane(lane, issuer.bankName);
          await planning.addChunks([{ lane, chunkKey: `${lane}:list`, payload: { kind: 'list' } }]);
        }
        return;
      }
      const issuers = await listTraderIssuers(reader, scope);
      const depots = await listRefreshableDepots(transaction, scope, job.payload);
      for (const issuer of issuers) {
        const lane = String(issuer.issuerId);
        const own = depots.filter((depot) => depot.issuerId === issuer.issuerId);
        if (own.length === 0) continue;
        await planning.addLane(lane, issuer.bankName);
        await planning.addChunks(own.map((depot) => depotChunk(lane, depot)));
      }
    },
    async runChunk(run) {
      const userId = run.job.createdBy;
      const issuer = userId === null ? undefined : await issuerOf(run, userId);
      if (userId === null || !issuer) {
        await database.transaction(run.job.context, (transaction) =>
          run.failLane(transaction, 'traderAuth.notSupported', 'Dieses Institut ist nicht mehr angebunden.'),
        );
        return;
      }
      try {
        await (run.chunk.payload.kind === 'list' ? readList : readDepot)(run, issuer, userId);
      } catch (error) {
        if (!(error instanceof TraderFault)) throw error;
        await handleFault(run, issuer, userId, error);
      }
    },
    async finish(transaction, job) {
      await enqueueCheck(transaction, await changedContracts(transaction, job.id), job.createdBy);
    },
  });
}
