import type { Services } from '../../../platform/services.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import { isFundHeader, planFundImport } from './fund-plan.ts';
import { readFundRows } from './fund-row.ts';
import { fundStaging, settleFunds, stageFunds } from './fund-staging.ts';
import type { ImportActor } from './import-actor.ts';
import type { ImportOptions, ImportResult } from './import-result.ts';
import { runImport } from './run-import.ts';

/**
 * Imports fund master data from a file of the industry (EMT, EPT, EET, openfunds) or a plain table, CSV or XLSX.
 * Every row ends as new, changed, unchanged or refused with a reason; all of it in one transaction, and the same
 * file again changes nothing. Needs `funds.import`. Throws `ImportRefused` for a file that is refused as a whole.
 */
export async function importFunds(
  services: Services,
  actor: ImportActor,
  path: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  return runImport(services, actor, options, {
    type: 'funds',
    open: () => openSource(path, isFundHeader),
    stagingTable: fundStaging,
    plan: async (table) => {
      const plan = await planFundImport(table, options.decimal);
      return {
        notes: plan.notes,
        stage: async (connection) => {
          options.onProgress?.('Fonds werden eingelesen …');
          await stageFunds(connection, readFundRows(table, plan));
          await settleFunds(connection, plan.template);
          return [];
        },
      };
    },
  });
}
