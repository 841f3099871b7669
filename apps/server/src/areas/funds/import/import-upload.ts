import type { FundImport, importFundFile as importCall } from '@depotwerk/api/funds/fund-imports';
import { largestFileBytes } from '@depotwerk/domain/limits';
import type { BroughtFile } from '../../../platform/file-threads/file-threads.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { checkImportQuotas } from '../../../platform/quotas.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { importFunds } from './import-funds.ts';
import { importPrices } from './import-prices.ts';

/**
 * Imports an uploaded file of fund data or prices, or tells what would become of it.
 * @throws 403, 400 with the sentence that says why the file is refused, 413 above 10 MB
 */
export const importUpload: Verb<typeof importCall> = async (services, { scope, actor }, { body }) => {
  requirePermission(scope, 'funds.import');
  const by = { kind: 'user', scope, audit: actor, name: actor.fullName } as const;
  const file = broughtFile(body);
  if (!body.isDryRun) await checkImportQuotas(services, scope, { bytes: 0, at: new Date(services.clock()) });
  const options = {
    isDryRun: body.isDryRun,
    ...(body.decimal !== null && { decimal: body.decimal }),
  };
  const { importId, counts, notes, rejections, rejectedRows, flaggedRows } =
    body.importType === 'funds'
      ? await importFunds(services, by, file, options)
      : await importPrices(services, by, file, {
          ...options,
          acceptsUnitJumps: body.acceptsUnitJumps,
          ...(body.symbolMap !== null && { map: broughtFile(body.symbolMap) }),
        });
  return {
    importId,
    counts,
    notes: [...notes],
    rejections: rejections.map(({ reason, count, firstLine, isExample }) => ({
      reason,
      count,
      firstLine,
      isExample,
    })),
    rejectedRows: [...rejectedRows],
    flaggedRows: [...flaggedRows],
  };
};

function broughtFile({ fileName, contentBase64 }: { fileName: string; contentBase64: string }): BroughtFile {
  const bytes = Buffer.from(contentBase64, 'base64');
  if (bytes.byteLength > largestFileBytes) throw new AppError('common.payloadTooLarge');
  return { bytes, fileName };
}

const shownImports = 50;

/** The newest imports of fund data and prices. @throws 403 */
export function listFundImports(services: ReadServices, scope: Scope): Promise<FundImport[]> {
  requirePermission(scope, 'funds.import');
  return services.database.read<FundImport>(scope, {
    sql: `select id, import_type as "importType", file_name as "fileName", state, rows_imported as imported,
        rows_changed as changed, rows_unchanged as unchanged, rows_rejected as rejected, rows_flagged as flagged,
        refusal_reason as "refusalReason", actor_name as "actorName", created_at as "createdAt"
      from imports where import_type in ('funds', 'prices') and state in ('committed', 'refused')
      order by created_at desc, id limit ${shownImports}`,
    parameters: [],
  });
}
