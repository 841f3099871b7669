import type { CallAnswer } from '@depotwerk/api/call';
import type {
  distrustTariffKey as distrustCall,
  listTariffKeys as listCall,
  trustTariffKey as trustCall,
} from '@depotwerk/api/tariffs/tariff-files';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requireWholeHouse } from '../../../platform/own-rights.ts';
import type { Scope } from '../../../platform/scope.ts';
import { houseKey } from './house-key.ts';
import type { TariffFileServices } from './tariff-file-services.ts';

type Keys = CallAnswer<typeof listCall>;

/** Keys a house may trust: more than anybody can have checked are a mistake. */
const mostKeys = 100;

/** The own key and the trusted ones, the newest first. */
export async function readTariffKeys(services: TariffFileServices, scope: Scope): Promise<Keys> {
  const { fingerprint } = houseKey(services.keys.tariffFile, scope.tenantId);
  return { own: fingerprint, trusted: await readTrusted(services.database, scope) };
}

const readTrusted = (reader: Reader, scope: Scope): Promise<Keys['trusted']> =>
  reader.read(scope, {
    sql: `select k.fingerprint, k.key_name as "keyName", u.full_name as "addedBy", k.created_at as "createdAt"
        from trusted_tariff_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.added_by
       order by k.created_at desc, k.fingerprint`,
    parameters: [],
  });

/** Trusts the files of a key. @throws 403 without the right in the whole house, 409 for a key that is known */
export const trustTariffKey: Verb<typeof trustCall, TariffFileServices> = async (
  services,
  context,
  { body },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editRoles');
  const own = houseKey(services.keys.tariffFile, scope.tenantId).fingerprint;
  await runOnce(services.database, context, 'trustTariffKey', body, async (transaction) => {
    if (body.fingerprint === own) throw new AppError('tariffFiles.keyKnown');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from trusted_tariff_keys`.execute(transaction);
    if ((rows[0]?.count ?? 0) >= mostKeys)
      throw new AppError('common.quotaExceeded', {
        reason: `Ein Haus vertraut höchstens ${mostKeys} Schlüsseln. Bitte entfernen Sie zuerst einen.`,
      });
    const { rows: added } = await sql`
      insert into trusted_tariff_keys (tenant_id, fingerprint, key_name, added_by)
      values (${scope.tenantId}, ${body.fingerprint}, ${body.keyName}, ${scope.userId})
      on conflict (tenant_id, fingerprint) do nothing returning fingerprint`.execute(transaction);
    if (added.length === 0) throw new AppError('tariffFiles.keyKnown');
    await writeAudit(transaction, {
      actor,
      action: 'tariffs.trustKey',
      objectType: 'tariffKey',
      objectId: body.fingerprint,
      after: body,
      details: { keyName: body.keyName },
    });
    return {};
  });
};

/** Trusts a key no more. @throws 403, 404 */
export const distrustTariffKey: Verb<typeof distrustCall, TariffFileServices> = async (
  { database },
  { scope, actor },
  { params },
) => {
  requireWholeHouse(scope, 'userManagement.editRoles');
  await database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{ keyName: string }>`delete from trusted_tariff_keys
      where fingerprint = ${params.fingerprint} returning key_name as "keyName"`.execute(transaction);
    const [removed] = rows;
    if (!removed) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'tariffs.distrustKey',
      objectType: 'tariffKey',
      objectId: params.fingerprint,
      before: { ...params, ...removed },
      details: { keyName: removed.keyName },
    });
  });
};
