import { formatPercent } from '@depotwerk/domain/percent';
import type pg from 'pg';
import type { Services } from '../../../platform/services.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import { withoutKeyInformation } from '../without-key-information.ts';
import { readPeergroups } from './find-peergroup.ts';
import { planFundImport } from './fund-plan.ts';
import { readFundRows } from './fund-row.ts';
import { fundStaging, settleFunds, stageFunds } from './fund-staging.ts';
import type { ImportActor } from './import-actor.ts';
import { type ImportFile, openImportFile } from './import-file.ts';
import type { ImportOptions, ImportResult } from './import-result.ts';
import { runImport } from './run-import.ts';
import { countOutcomes } from './staging.ts';
import { fundTableReader } from './table-readers.ts';

/**
 * Imports fund master data from a file of the industry (EMT, EPT, EET, openfunds) or a plain table, CSV or XLSX.
 * Every row ends as new, changed, unchanged or refused with a reason; all of it in one transaction, and the same
 * file again changes nothing. Needs `funds.import`. Throws `ImportRefused` for a file that is refused as a whole.
 */
export async function importFunds(
  services: Services,
  actor: ImportActor,
  file: ImportFile,
  options: ImportOptions = {},
): Promise<ImportResult> {
  return runImport(services, actor, options, {
    type: 'funds',
    open: () => openImportFile(file, fundTableReader),
    stagingTable: fundStaging,
    plan: async (table) => {
      const plan = await planFundImport(table, options.decimal);
      return {
        notes: plan.notes,
        stage: async (connection) => {
          options.onProgress?.('Fonds werden eingelesen …');
          const shortYears = new ShortYears();
          await stageFunds(
            connection,
            readFundRows(table, plan, await readPeergroups(connection), shortYears),
          );
          await nameOtherCosts(connection);
          await settleFunds(connection, plan.template, mayMoveFunds(actor));
          const isSaid = plan.columns.some(({ field }) => field === 'isSavingsPlanCapable');
          const { imported } = await countOutcomes(connection, fundStaging);
          return [
            ...shortYears.notes,
            ...(isSaid || imported === 0 ? [] : [unsavable]),
            ...(await unbuyable(connection)),
          ];
        },
      };
    },
  });
}

/** Yearly costs that are another fund's or written in another unit: more than half or twice of what is known, and not only by rounding. */
async function nameOtherCosts(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ line: number; known: number; stated: number }>(`
    select s.line, f.ongoing_fee::float8 as known, s.ongoing_fee::float8 as stated
      from ${fundStaging} s join funds f on f.tenant_id = app_tenant_id() and f.isin = s.isin
     where s.outcome is null and s.hint is null and abs(s.ongoing_fee - f.ongoing_fee) > 0.002
       and (s.ongoing_fee > 2 * f.ongoing_fee or f.ongoing_fee > 2 * s.ongoing_fee)`);
  if (rows.length === 0) return;
  await connection.query(
    `update ${fundStaging} s set hint = t.hint from unnest($1::bigint[], $2::text[]) as t (line, hint) where s.line = t.line`,
    [
      rows.map(({ line }) => line),
      rows.map(
        ({ known, stated }) =>
          `Laufende Kosten bisher ${formatPercent(known, 2)}, laut Datei ${formatPercent(stated, 2)}. Bitte prüfen Sie, ob das stimmt.`,
      ),
    ],
  );
}

/** No template has such a column, so a house that only reads those would find no fund in a proposed savings plan and no reason. */
const unsavable =
  'Eine Spalte „Sparplanfähig“ fehlt: Die neuen Fonds gelten als nicht sparplanfähig. Vorschläge beginnen in ihnen keinen Sparplan, bis es beim Fonds eingetragen ist.';

/** New funds that nobody may buy yet: the stop would come with the first proposal that buys one. */
async function unbuyable(connection: pg.ClientBase): Promise<string[]> {
  const { rows } = await connection.query<{ count: number }>(`
    select count(*)::int as count from ${fundStaging} s join funds f on f.tenant_id = app_tenant_id() and f.isin = s.isin
     where s.outcome = 'imported' and ${withoutKeyInformation}`);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return [];
  return [
    count === 1
      ? 'Zu einem neuen Fonds fehlt das Basisinformationsblatt: Gekauft werden kann er erst, wenn es beim Fonds abgelegt oder seine Adresse eingetragen ist.'
      : `Zu ${count.toLocaleString('de-DE')} neuen Fonds fehlt das Basisinformationsblatt: Gekauft werden können sie erst, wenn es beim Fonds abgelegt oder seine Adresse eingetragen ist.`,
  ];
}

/** The permissions under which funds get their peer group by hand: in the fund's form or in that of the group. */
function mayMoveFunds(actor: ImportActor): boolean {
  if (actor.kind === 'system') return true;
  const { permissions } = actor.scope;
  return permissions.has('funds.edit') || permissions.has('peergroups.edit');
}
