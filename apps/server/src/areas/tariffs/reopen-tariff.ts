import type {
  renewTariff as renewTariffCall,
  rollbackTariff as rollbackTariffCall,
} from '@depotwerk/api/tariffs/tariffs';
import { compareTariffContents } from '@depotwerk/domain/tariff/compare-tariffs';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { changeVersion } from './change-version.ts';
import { carryEditors, contentAfter, insertDraft } from './save-tariff.ts';
import { readNamesOf } from './tariff-names.view.ts';
import { submittableContent, type VersionContent } from './version-content.view.ts';

/**
 * Opens a new version with the content of an older one, components included; of one that was put away before anybody
 * approved it, with the components as they stand. @throws 404, 409 while one is open
 */
export const rollbackTariff: Verb<typeof rollbackTariffCall> = (services, context, input) => {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  const wanted = input.body.versionNumber;
  return changeVersion(services, context, {
    action: 'tariffs.rollback',
    input,
    run: async (transaction, tariff) => {
      const { rows } = await sql<{
        id: string;
        content: VersionContent;
        state: string;
      }>`select id, content, state from tariff_versions
         where tenant_id = app_tenant_id() and tariff_id = ${tariff.id} and version_number = ${wanted}`.execute(
        transaction,
      );
      const [older] = rows;
      if (!older) throw notFound();
      const isPutAway = older.state === 'archived';
      if (tariff.open || !(isPutAway || ['published', 'superseded'].includes(older.state)))
        throw new AppError('tariffs.wrongState');
      const content: VersionContent =
        older.content.components && !isPutAway
          ? { ...older.content, componentsOfVersion: wanted }
          : older.content;
      const versionNumber = tariff.newestVersionNumber + 1;
      await insertDraft(transaction, scope, tariff.id, versionNumber, content, input.body.comment);
      if (isPutAway) await carryEditors(transaction, older.id, tariff.id, versionNumber);
      return versionNumber;
    },
  });
};

/**
 * Opens a new version with the content of the published one and its components as they stand, so that an automatic
 * selection chooses its funds anew.
 * @throws 409 while one is open, a component is missing, or nothing would differ from what stands
 */
export const renewTariff: Verb<typeof renewTariffCall> = (services, context, input) => {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  return changeVersion(services, context, {
    action: 'tariffs.renew',
    input,
    run: async (transaction, tariff) => {
      const { published } = tariff;
      if (tariff.open || published?.versionNumber !== input.body.versionNumber)
        throw new AppError('tariffs.wrongState');
      const content = contentAfter(tariff, published.content.tariff);
      const reader = readerIn(transaction);
      const today = await submittableContent(reader, scope, content);
      if (!today) throw new AppError('tariffs.incomplete');
      const names = await readNamesOf(reader, scope, [published.content, today]);
      const { differences, matrices } = compareTariffContents(published.content, today, names);
      if (differences.length + matrices.length === 0) throw new AppError('tariffs.nothingNew');
      const versionNumber = tariff.newestVersionNumber + 1;
      await insertDraft(transaction, scope, tariff.id, versionNumber, content, input.body.comment);
      return versionNumber;
    },
  });
};
