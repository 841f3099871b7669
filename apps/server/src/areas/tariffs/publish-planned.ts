import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { inEveryTenant } from '../../platform/database/every-tenant.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Looking, startLooking } from '../../platform/looking.ts';
import type { Logger, Services } from '../../platform/services.ts';
import { germanToday } from './change-version.ts';
import { lockTariff } from './lock-tariff.ts';
import { publishVersion } from './publish-tariff.ts';
import { requirePlausible } from './require-plausible.ts';
import { asTariffRefusal } from './tariff-refusals.ts';

interface PlannedVersion {
  tenantId: string;
  tariffId: string;
  versionNumber: number;
}

const refusals: Readonly<Record<string, string>> = {
  'tariffs.keyExists': 'der Schlüssel wird von einem anderen Tarif verwendet',
  'tariffs.defaultExists': 'der Emittent hat bereits einen Standardtarif',
  'tariffs.notPlausible': 'die Plausibilitätsprüfung meldet Fehler',
};

/**
 * A system job: publishes every approved version whose day has come (German time), in all tenants; how many that were.
 * Any number of processes may run it: each version is published under the lock of its tariff, once. One that cannot be published,
 * because another tariff took its key meanwhile or its check finds an error by now, goes back to its editors.
 */
export async function publishPlannedVersions(
  services: Pick<Services, 'clock'> & { readonly database: Database; readonly logger: Logger },
): Promise<number> {
  const today = germanToday(services);
  const due = await inEveryTenant(services.database, async (transaction) => {
    const { rows } = await sql<PlannedVersion>`select tenant_id as "tenantId", tariff_id as "tariffId",
        version_number as "versionNumber" from tariff_versions
      where tenant_id = app_tenant_id() and state = 'approved' and valid_from <= ${today}::date
      order by valid_from, id`.execute(transaction);
    return rows;
  });
  let count = 0;
  for (const planned of due) {
    try {
      if (await publishOne(services, planned, today)) count += 1;
    } catch (error) {
      const refusal = asTariffRefusal(error);
      services.logger.error(
        { ...planned, code: refusal instanceof AppError ? refusal.code : 'unknown' },
        'tariffs.plannedVersionFailed',
      );
      if (refusal instanceof AppError && refusal.code in refusals)
        await sendBack(services, planned, today, refusals[refusal.code] ?? '');
    }
  }
  return count;
}

const systemContext = ({ tenantId }: PlannedVersion) => ({ tenantId, userId: null });

/** Publishes the version unless another process was faster or somebody took it back. */
function publishOne(
  services: Pick<Services, 'clock'> & { readonly database: Database },
  planned: PlannedVersion,
  today: string,
): Promise<boolean> {
  return services.database.transaction(systemContext(planned), async (transaction) => {
    const tariff = await lockTariff(transaction, planned.tariffId);
    const { open } = tariff;
    if (open?.versionNumber !== planned.versionNumber || open.state !== 'approved') return false;
    if (open.validFrom === null || open.validFrom > today) return false;
    // Since its day was chosen, data or the house's weights may have made an error of what was none.
    await requirePlausible(
      readerIn(transaction),
      systemContext(planned),
      planned.tariffId,
      open.content,
      today,
    );
    await publishVersion(transaction, planned.tenantId, tariff, open, open.validFrom, services);
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'tariffs.publishPlanned',
      objectType: 'tariff',
      objectId: planned.tariffId,
      before: { published: tariff.publishedVersionNumber },
      after: { published: open.versionNumber },
      details: { versionNumber: open.versionNumber, validFrom: open.validFrom },
    });
    return true;
  });
}

async function sendBack(
  services: { readonly database: Database },
  planned: PlannedVersion,
  today: string,
  reason: string,
): Promise<void> {
  const day = today.split('-').toReversed().join('.');
  const comment = `Die Version wurde am ${day} nicht veröffentlicht: ${reason}.`;
  await services.database.transaction(systemContext(planned), async (transaction) => {
    const { open } = await lockTariff(transaction, planned.tariffId);
    if (open?.versionNumber !== planned.versionNumber || open.state !== 'approved') return;
    await sql`update tariff_versions set state = 'rejected', comment = ${comment}, valid_from = null, approved_by = null,
        approved_at = null where tenant_id = app_tenant_id() and id = ${open.id}`.execute(transaction);
    await sql`update tariffs set updated_at = now() where tenant_id = app_tenant_id() and id = ${planned.tariffId}`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'tariffs.publishPlanned',
      objectType: 'tariff',
      objectId: planned.tariffId,
      details: { versionNumber: open.versionNumber },
      result: 'failed',
    });
  });
}

const minute = 60_000;

/** Looks every minute for versions whose day has come, until stopped; `stop` waits for the look under way. */
export function startPublishingPlanned(
  services: Pick<Services, 'clock'> & { readonly database: Database; readonly logger: Logger },
): Looking {
  return startLooking(
    minute,
    () => publishPlannedVersions(services),
    // The database is away: the next look finds the same.
    () => undefined,
    'at once',
  );
}
