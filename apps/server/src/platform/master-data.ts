import type { KeptKind } from '@depotwerk/api/deletions/deletions';
import type { FieldIssue } from '@depotwerk/domain/master-data/field-issue';
import { type FieldRow, type Holding, storedColumns } from '@depotwerk/domain/master-data/field-table';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { changedFields } from './audit/changed-fields.ts';
import { writeAudit } from './audit/write-audit.ts';
import type { Schema } from './database/schema.ts';
import { keepDeletion } from './deletions/keep-deletion.ts';
import { insertedId, newRow, newValues, refuseIssues, refusing, refusingUse } from './editing.ts';
import type { AppError } from './http/app-error.ts';
import type { SignedInContext } from './http/request-context.ts';
import { answerOnce } from './idempotency.ts';
import type { MasterDataTable } from './master-data-table.ts';
import { requirePermission, type Scope } from './scope.ts';
import type { ReadServices, Services } from './services.ts';
import { writeVersioned } from './versioned-write.ts';

/** A kind of master data: what its three verbs do alike. */
export interface MasterDataKind<Stored, Row extends FieldRow = FieldRow> {
  readonly table: MasterDataTable;
  /** What people change about it. */
  readonly fields: readonly Row[];
  readonly permission: PermissionCode;
  /** Its words in the log: `insurers` of `insurers.edit`, and what one is called. */
  readonly area: string;
  readonly objectType: KeptKind | 'fund';
  /** What the database refuses, by constraint. */
  readonly refusals: Readonly<Record<string, () => AppError>>;
  /** @throws 404 */
  readonly read: (reading: ReadServices, scope: Scope, id: number) => Promise<Stored>;
}

/** What a write has to say in the log beside the change. */
export type Details = Readonly<Record<string, string | number | boolean | null>> | undefined;

interface Creation<Body, First extends FieldRow> {
  /** Id of the call; the same key of a repetition counts within it. */
  readonly call: string;
  readonly body: Body;
  readonly issues: readonly FieldIssue[];
  /** Fields only a new one takes, before those of its kind. */
  readonly firstFields?: readonly First[];
  /** Looks for what the database cannot refuse, before it is written. */
  readonly claim?: (transaction: Transaction<Schema>) => Promise<void>;
  /** Writes what belongs to it. */
  readonly finish?: (transaction: Transaction<Schema>, id: number) => Promise<Details>;
}

/** Adds one; a repetition gets the same answer. @throws 403, 400 with the fields that are wrong, the refusals of its kind */
export async function createMasterData<
  Stored,
  Row extends FieldRow,
  Body extends Holding<Row | First>,
  First extends FieldRow = never,
>(
  services: Services,
  context: SignedInContext,
  kind: MasterDataKind<Stored, Row>,
  { call, body, issues, firstFields = [], claim, finish }: Creation<Body, First>,
): Promise<Stored> {
  const { scope, actor } = context;
  requirePermission(scope, kind.permission);
  refuseIssues(issues);
  const create = (transaction: Transaction<Schema>) =>
    refusing(kind.refusals, async () => {
      await claim?.(transaction);
      const columns = { ...storedColumns(firstFields, body), ...storedColumns(kind.fields, body) };
      const id = await insertedId(
        transaction,
        sql`insert into ${sql.table(kind.table)} ${newRow(scope.tenantId, columns)} returning id`,
      );
      const details = await finish?.(transaction, id);
      await writeAudit(transaction, {
        actor,
        action: `${kind.area}.create`,
        objectType: kind.objectType,
        objectId: String(id),
        after: body,
        ...(details && { details }),
      });
      return { id };
    });
  return answerOnce(services.database, context, call, body, create, (reading, { id }) =>
    kind.read(reading, scope, id),
  );
}

interface Change<Stored, Body> {
  readonly id: number;
  readonly body: Body;
  readonly check: (before: Stored) => readonly FieldIssue[];
  /** As for a new one; `before` is what stands in the row: its version is the one that was read. */
  readonly claim?: (transaction: Transaction<Schema>, before: Stored) => Promise<void>;
  readonly finish?: (transaction: Transaction<Schema>) => Promise<Details>;
}

/** Changes one. @throws 403, 404, 412 with the stored version, 400 and refusals as for a new one */
export async function putMasterData<Stored, Row extends FieldRow, Body extends Holding<Row>>(
  services: Services,
  context: SignedInContext,
  kind: MasterDataKind<Stored, Row>,
  { id, body, check, claim, finish }: Change<Stored, Body>,
): Promise<Stored> {
  const { scope } = context;
  requirePermission(scope, kind.permission);
  const before = await kind.read(services, scope, id);
  refuseIssues(check(before));
  const row = {
    table: kind.table,
    id,
    refusals: kind.refusals,
    readCurrent: () => kind.read(services, scope, id),
  };
  await writeVersioned(services, context, row, async (transaction) => {
    await claim?.(transaction, before);
    const values = newValues(storedColumns(kind.fields, body));
    const fields = await changedFields(transaction, { table: kind.table, id, fields: kind.fields }, () =>
      sql`update ${sql.table(kind.table)} set ${values} where id = ${id}`.execute(transaction),
    );
    const details = await finish?.(transaction);
    return {
      action: `${kind.area}.edit`,
      objectType: kind.objectType,
      objectId: String(id),
      before,
      after: body,
      details: { ...details, fields },
    };
  });
  return kind.read(services, scope, id);
}

/**
 * Deletes one nothing refers to; `refuse` looks for what no foreign key watches.
 * @throws 403, 404, 412 when it changed since it was read, 409 while something refers to it
 */
export async function deleteMasterData<Stored>(
  services: Services,
  context: SignedInContext,
  kind: MasterDataKind<Stored>,
  id: number,
  refuse?: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const { scope } = context;
  requirePermission(scope, kind.permission);
  const before = await kind.read(services, scope, id);
  const row = { table: kind.table, id, readCurrent: () => kind.read(services, scope, id) };
  await writeVersioned(services, context, row, async (transaction) => {
    await refuse?.(transaction);
    const { table, objectType } = kind;
    // Funds are never deleted.
    if (table !== 'funds' && objectType !== 'fund')
      await keepDeletion(
        transaction,
        { kind: objectType, objectId: id, userId: scope.userId },
        { table, id },
      );
    await refusingUse(() => sql`delete from ${sql.table(kind.table)} where id = ${id}`.execute(transaction));
    return {
      action: `${kind.area}.delete`,
      objectType: kind.objectType,
      objectId: String(id),
      before,
    };
  });
}
