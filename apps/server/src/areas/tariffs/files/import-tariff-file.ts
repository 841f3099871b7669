import type {
  importTariffFile as importCall,
  previewTariffFile as previewCall,
} from '@depotwerk/api/tariffs/tariff-files';
import type { TariffContent, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { withIds } from '@depotwerk/domain/tariff/tariff-references';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { lockTariff } from '../lock-tariff.ts';
import { requireValidTariff } from '../require-valid-tariff.ts';
import { insertTariff, requireEditable, type SavedAs, saveVersion } from '../save-tariff.ts';
import { refusingInWords } from '../tariff-refusals.ts';
import { houseKey } from './house-key.ts';
import type { MatchedFile } from './match-file.view.ts';
import { readFileInHouse } from './preview-file.view.ts';
import { type OpenedFile, openTariffFile } from './signed-file.ts';
import type { TariffFileServices } from './tariff-file-services.ts';

const ownFingerprint = (services: TariffFileServices, tenantId: string) =>
  houseKey(services.keys.tariffFile, tenantId).fingerprint;

/** What importing the file would do. @throws 400 with the reason for a file that is none, 413 */
export const previewTariffFile: Verb<typeof previewCall, TariffFileServices> = async (
  services,
  { scope },
  { body },
) => {
  requirePermission(scope, 'tariffs.edit');
  const file = openTariffFile(Buffer.from(body.contentBase64, 'base64'));
  const { preview } = await readFileInHouse(
    services.database,
    scope,
    file,
    ownFingerprint(services, scope.tenantId),
  );
  return preview;
};

/**
 * Takes the file over as a draft: components that are not here yet, then the tariff or its next version. Published
 * versions, components that are here and what other tariffs follow stay as they are. A file that changes nothing is taken
 * without a trace.
 * @throws 400 as the preview, 409 for a key nobody trusts, missing master data, a version that waits, another preview
 */
export const importTariffFile: Verb<typeof importCall, TariffFileServices> = (
  services,
  context,
  { body },
) => {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  const file = openTariffFile(Buffer.from(body.contentBase64, 'base64'));
  return refusingInWords(() =>
    runOnce(services.database, context, 'importTariffFile', body, async (transaction) => {
      await lockImports(transaction);
      const own = ownFingerprint(services, scope.tenantId);
      const { preview, matched } = await readFileInHouse(readerIn(transaction), scope, file, own);
      if (preview.previewMark !== body.previewMark) throw new AppError('tariffFiles.previewOutdated');
      if (preview.signature.trustedAs === null)
        throw new AppError('tariffFiles.untrusted', { params: { fingerprint: file.fingerprint } });
      if (preview.missing.some(({ isNeeded }) => isNeeded)) throw new AppError('tariffFiles.missing');
      if (preview.effect === 'unchanged' && preview.tariffId !== null && preview.comparedVersion !== null)
        return { tariffId: preview.tariffId, versionNumber: preview.comparedVersion, isUnchanged: true };
      const tariff = (await withNewComponents(services, transaction, context, file, matched)).tariff;
      const saved = await save(transaction, context, preview.tariffId, tariff, {
        action: 'tariffs.importFile',
        sriLimits: tariff.fundMatrix === null ? [] : file.payload.sriLimits,
        details: {
          fingerprint: file.fingerprint,
          fromHouse: file.payload.houseName,
          fromVersion: file.payload.versionNumber,
        },
      });
      return { ...saved, isUnchanged: false };
    }),
  );
};

/** Two imports of one house one after the other: each sees the components the other made. */
const lockImports = (transaction: Transaction<Schema>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tariffFile' || app_tenant_id()::text, 0))`.execute(
    transaction,
  );

/** Inserts what is new, first what others stand on, and answers the content with the ids it got. */
async function withNewComponents(
  services: TariffFileServices,
  transaction: Transaction<Schema>,
  context: SignedInContext,
  { payload }: OpenedFile,
  { content, components }: MatchedFile,
): Promise<TariffContent> {
  let current = content;
  for (const { kind, existingId } of components) {
    if (existingId !== null || current.components === null) continue;
    const { id: oldId, ...draft } = current.components[kind];
    const newId = await services.insertComponent(transaction, context, kind, draft);
    if (kind === 'risk') await writeLimits(transaction, newId, payload.sriLimits);
    const same = <Id>(id: Id): Id => id;
    current = withIds(current, {
      fund: same,
      peergroup: same,
      issuer: same,
      insurer: same,
      component: (id) => (id === oldId ? newId : id),
    });
  }
  return current;
}

/** What only the contract check knows of risk classes. */
async function writeLimits(
  transaction: Transaction<Schema>,
  componentId: string,
  limits: readonly (number | null)[],
): Promise<void> {
  await sql`update risk_items r set maximum_risk_indicator = l.maximum
      from unnest(${[...limits]}::int[]) with ordinality as l (maximum, place)
     where r.component_id = ${componentId} and r.risk_class_id = l.place`.execute(transaction);
}

async function save(
  transaction: Transaction<Schema>,
  context: SignedInContext,
  tariffId: string | null,
  draft: TariffDraft,
  as: SavedAs,
): Promise<{ tariffId: string; versionNumber: number }> {
  const reader = readerIn(transaction);
  if (tariffId === null) {
    const tariff = await requireValidTariff(reader, context.scope, draft, null);
    const { id } = await insertTariff(transaction, context, tariff, as);
    return { tariffId: id, versionNumber: 1 };
  }
  const locked = await lockTariff(transaction, tariffId);
  requireEditable(locked);
  const before = (locked.open ?? locked.published)?.content.tariff ?? null;
  const tariff = await requireValidTariff(reader, context.scope, draft, before);
  return { tariffId, versionNumber: await saveVersion(transaction, context, locked, tariff, as) };
}
