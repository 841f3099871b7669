import type { exportTariffFile as exportCall, TariffFilePayload } from '@depotwerk/api/tariffs/tariff-files';
import { idsIn, withoutComputedFunds } from '@depotwerk/domain/tariff/tariff-references';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { Reply } from '../../../platform/http/route.ts';
import type { FileVerb } from '../../../platform/http/verb.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import { readSubmittableVersion, type SubmittableVersion } from '../version-content.view.ts';
import { houseKey } from './house-key.ts';
import { writeTariffFile } from './signed-file.ts';
import type { TariffFileServices } from './tariff-file-services.ts';

/**
 * A version as one signed file; the log says who took it.
 * @throws 404, 409 when a component is missing or stands on another one than the tariff's
 */
export const exportTariffFile: FileVerb<typeof exportCall, TariffFileServices> = async (
  services,
  { scope, actor },
  { params },
) => {
  requirePermission(scope, 'tariffs.view');
  const { database } = services;
  const version = await readSubmittableVersion(database, scope, params.id, params.versionNumber);
  if (!version) throw notFound();
  if (version.isIncomplete) throw new AppError('tariffs.incomplete');
  const signedAt = new Date(services.clock()).toISOString();
  const payload = await payloadOf(database, scope, params.id, version, signedAt);
  const key = houseKey(services.keys.tariffFile, scope.tenantId);
  await database.transaction(scope, (transaction) =>
    writeAudit(transaction, {
      actor,
      action: 'tariffs.exportFile',
      objectType: 'tariff',
      objectId: params.id,
      after: payload,
      details: { versionNumber: params.versionNumber, fingerprint: key.fingerprint },
    }),
  );
  return Reply.file({
    fileName: `Tarif_${payload.content.tariff.key}_v${params.versionNumber}.json`,
    contentType: 'application/json; charset=utf-8',
    body: writeTariffFile(payload, key),
  });
};

async function payloadOf(
  reader: Reader,
  scope: Scope,
  tariffId: string,
  version: SubmittableVersion,
  signedAt: string,
): Promise<TariffFilePayload> {
  // The internal note is for editors of this house alone: a file is made to leave it.
  const { internalNote: _internalNote, ...tariff } = version.content.tariff;
  const content = withoutComputedFunds({ tariff, components: version.content.components });
  const ids = idsIn(content);
  if (content.components && ids.components.length !== 4) throw new AppError('tariffFiles.notPortable');
  const [funds, peergroups, others] = await reader.readMany<
    [
      { id: number; name: string; isin: string },
      { id: number; name: string; key: string },
      { kind: 'house' | 'issuer' | 'insurer' | 'costModel'; id: number; name: string },
    ]
  >(scope, [
    {
      sql: 'select id, name, isin from funds where id = any ($1::int[]) order by id',
      parameters: [ids.funds],
    },
    {
      sql: `select id, peergroup_name as name, peergroup_key as key from peergroups where id = any ($1::int[]) order by id`,
      parameters: [ids.peergroups],
    },
    {
      sql: `select 'house' as kind, 0 as id, tenant_name as name from tenants where tenant_id = app_tenant_id()
        union all select 'issuer', id, issuer_name from issuers where id = any ($1::int[])
        union all select 'insurer', id, insurer_name from insurers where id = any ($2::int[])
        union all select 'costModel', id, cost_model_name from cost_models where tariff_id = $3
        order by 1, 3`,
      parameters: [ids.issuers, ids.insurers, tariffId],
    },
  ]);
  const of = (wanted: (typeof others)[number]['kind']) =>
    others.flatMap(({ kind, id, name }) => (kind === wanted ? [{ id, name }] : []));
  return {
    format: 'depotwerk-tariff',
    formatVersion: 1,
    houseName: of('house')[0]?.name ?? '',
    signedAt,
    versionNumber: version.versionNumber,
    state: version.state,
    // Stored contents are what the schema of the file says: they were checked by it when they were saved.
    content: content as TariffFilePayload['content'],
    sriLimits: [...version.content.sriLimits],
    references: {
      funds,
      peergroups,
      issuers: of('issuer'),
      insurers: of('insurer'),
      costModels: [...new Set(of('costModel').map(({ name }) => name))],
    },
  };
}
