import { isOpenVersion, type TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { VersionAuthors } from '../../platform/four-eyes.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { VersionContent } from './version-content.view.ts';

export interface LockedVersion extends VersionAuthors {
  readonly id: string;
  readonly versionNumber: number;
  readonly state: TariffVersionState;
  readonly validFrom: string | null;
  readonly submittedAt: string | null;
  readonly comment: string;
  readonly content: VersionContent;
}

export interface LockedTariff {
  readonly id: string;
  readonly rowVersion: number;
  readonly publishedVersionNumber: number | null;
  /** The version being worked on. */
  readonly open: LockedVersion | null;
  readonly published: LockedVersion | null;
  readonly newestVersionNumber: number;
}

const columns = sql.raw(`id, version_number as "versionNumber", state, valid_from as "validFrom", comment,
  editors, submitted_by as "submittedById", submitted_at as "submittedAt", content`);

/**
 * The tariff with its open and published version, held until the transaction ends: everything that changes a tariff or
 * its versions begins here, so that two never work on one at a time. @throws 404
 */
export async function lockTariff(transaction: Transaction<Schema>, tariffId: string): Promise<LockedTariff> {
  const { rows: tariffs } = await sql<Pick<LockedTariff, 'id' | 'rowVersion' | 'publishedVersionNumber'>>`
    select id, row_version as "rowVersion", published_version_number as "publishedVersionNumber" from tariffs
     where tenant_id = app_tenant_id() and id = ${tariffId} for update`.execute(transaction);
  const [tariff] = tariffs;
  if (!tariff) throw notFound();
  const { rows: versions } = await sql<LockedVersion>`select ${columns} from tariff_versions
     where tenant_id = app_tenant_id() and tariff_id = ${tariffId}
       and state in ('draft', 'rejected', 'submitted', 'approved', 'published')`.execute(transaction);
  const { rows: newest } = await sql<{ newest: number }>`select coalesce(max(version_number), 0) as newest
      from tariff_versions where tenant_id = app_tenant_id() and tariff_id = ${tariffId}`.execute(
    transaction,
  );
  return {
    ...tariff,
    open: versions.find(isOpenVersion) ?? null,
    published: versions.find(({ state }) => state === 'published') ?? null,
    newestVersionNumber: newest[0]?.newest ?? 0,
  };
}

/** The open version of this number in one of the states. @throws 409 tariffs.wrongState */
export function requireOpen(
  { open }: LockedTariff,
  versionNumber: number,
  states: readonly TariffVersionState[],
): LockedVersion {
  if (open?.versionNumber !== versionNumber || !states.includes(open.state))
    throw new AppError('tariffs.wrongState');
  return open;
}

/** The tariff counts as changed for everybody who has it open: its version is that of all its versions. */
export async function touchTariff(transaction: Transaction<Schema>, tariffId: string): Promise<void> {
  await sql`update tariffs set updated_at = now() where tenant_id = app_tenant_id() and id = ${tariffId}`.execute(
    transaction,
  );
}
