import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { openVersionStates, type TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { quotedList } from '../../platform/database/quoted-list.ts';
import { isFourEyes, type VersionAuthors } from '../../platform/four-eyes.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

/** SQL list of the states of a version that is being worked on or waits for somebody. */
export const openStatesSql = quotedList(openVersionStates);
/** A save is taken. */
export const editableStates: readonly TariffVersionState[] = ['draft', 'rejected'];

export interface VersionRow extends VersionAuthors {
  id: string;
  versionNumber: number;
  state: TariffVersionState;
  validFrom: string | null;
  validTo: string | null;
  comment: string;
  lastEditedBy: string | null;
  submittedBy: string | null;
  submittedAt: string | null;
  approvedBy: string | null;
  approvedAt: string | null;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Columns of `VersionRow` from `tariff_versions v` and `versionTables`. */
export const versionSelection = `v.id, v.version_number as "versionNumber", v.state, v.valid_from as "validFrom",
  v.valid_to as "validTo", v.comment, v.editors, v.submitted_by as "submittedById", ${distinctName('ve')} as "lastEditedBy",
  ${distinctName('vs')} as "submittedBy", v.submitted_at as "submittedAt", ${distinctName('va')} as "approvedBy",
  v.approved_at as "approvedAt", v.published_at as "publishedAt", v.created_at as "createdAt", v.updated_at as "updatedAt"`;

/** Names of those who worked on `tariff_versions v`. */
export const versionTables = `left join users ve on ve.tenant_id = v.tenant_id and ve.id = v.last_edited_by
  left join users vs on vs.tenant_id = v.tenant_id and vs.id = v.submitted_by
  left join users va on va.tenant_id = v.tenant_id and va.id = v.approved_by`;

/** The version for a caller: whether he may approve it depends on who he is (four eyes). */
export function toVersion(row: VersionRow, scope: Scope): TariffVersion {
  return {
    id: row.id,
    versionNumber: row.versionNumber,
    state: row.state,
    validFrom: row.validFrom,
    validTo: row.validTo,
    comment: row.comment,
    lastEditedBy: row.lastEditedBy,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt,
    approvedBy: row.approvedBy,
    approvedAt: row.approvedAt,
    publishedAt: row.publishedAt,
    mayApprove:
      row.state === 'submitted' && scope.permissions.has('tariffs.approve') && isFourEyes(row, scope.userId),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** All versions of a tariff, newest first. @throws 404 */
export async function readTariffVersions(
  { database }: ReadServices,
  scope: Scope,
  tariffId: string,
): Promise<TariffVersion[]> {
  const [tariffs, rows] = await database.readMany<[{ id: string }, VersionRow]>(scope, [
    { sql: 'select id from tariffs where id = $1', parameters: [tariffId] },
    {
      sql: `select ${versionSelection} from tariff_versions v ${versionTables} where v.tariff_id = $1
             order by v.version_number desc`,
      parameters: [tariffId],
    },
  ]);
  if (tariffs.length === 0) throw notFound();
  return rows.map((row) => toVersion(row, scope));
}

/** One version of a tariff. @throws 404 */
export async function readTariffVersion(
  { database }: ReadServices,
  scope: Scope,
  tariffId: string,
  versionNumber: number,
): Promise<TariffVersion> {
  const row = await readOne<VersionRow>(database, scope, {
    sql: `select ${versionSelection} from tariff_versions v ${versionTables}
           where v.tariff_id = $1 and v.version_number = $2`,
    parameters: [tariffId, versionNumber],
  });
  return toVersion(row, scope);
}

interface ApprovalRow extends VersionRow {
  tariffId: string;
  tariffName: string;
  tariffKey: string;
}

/** Versions that wait for approval or publishing, the longest waiting first. */
export async function readTariffApprovals({ database }: ReadServices, scope: Scope) {
  const rows = await database.read<ApprovalRow>(scope, {
    sql: `select t.id as "tariffId", v.content->'tariff'->>'name' as "tariffName",
            v.content->'tariff'->>'key' as "tariffKey", ${versionSelection}
       from tariff_versions v join tariffs t on t.tenant_id = v.tenant_id and t.id = v.tariff_id ${versionTables}
      where v.state in ('submitted', 'approved') order by v.submitted_at, v.id`,
    parameters: [],
  });
  return rows.map((row) => ({
    tariffId: row.tariffId,
    tariffName: row.tariffName,
    tariffKey: row.tariffKey,
    version: toVersion(row, scope),
  }));
}
