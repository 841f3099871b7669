import type { AdviserStatistics } from '@depotwerk/api/consultations/consultation-statistics';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Reply } from '../../platform/http/route.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readStatistics } from './consultation-statistics.view.ts';

const counted = (
  key: {
    [Name in keyof AdviserStatistics]-?: AdviserStatistics[Name] extends number ? Name : never;
  }[keyof AdviserStatistics],
  header: string,
): ExportColumn<AdviserStatistics> => ({ key, header, kind: 'integer', value: (row) => row[key] });

const columns: readonly ExportColumn<AdviserStatistics>[] = [
  {
    key: 'adviserName',
    header: 'Berater',
    kind: 'text',
    value: (row) => row.adviserName ?? 'Ohne Person',
  },
  counted('completed', 'Beratungen abgeschlossen'),
  counted('initial', 'davon Erstberatung'),
  counted('periodicReview', 'davon regelmäßige Überprüfung'),
  counted('event', 'davon aus Anlass'),
  counted('other', 'davon sonstige'),
  counted('byCustomer', 'auf Wunsch des Kunden'),
  counted('recommended', 'mit Empfehlung'),
  counted('withStatement', 'mit Geeignetheitserklärung'),
  counted('notPursued', 'nicht weiterverfolgt'),
  counted('plansCarriedOut', 'Vorschläge umgesetzt'),
  {
    key: 'plansPartlyCarriedOut',
    header: 'davon nur zum Teil',
    kind: 'integer',
    value: (row) => row.plansPartlyCarriedOut ?? 0,
  },
  { key: 'boughtAmount', header: 'Ausgeführte Käufe, soweit bekannt', kind: 'money' },
  {
    key: 'boughtUnknown',
    header: 'Umsetzungen ohne Angabe zu Käufen',
    kind: 'integer',
    value: (row) => row.boughtUnknown ?? 0,
  },
  { key: 'inducements', header: 'Zuwendungen Dritter im Jahr, soweit bekannt', kind: 'money' },
  counted('inducementsUnknown', 'Umsetzungen ohne Angabe zu Zuwendungen'),
];

/** The statistics of a year as a file for the auditor; the export becomes an entry of the log. */
export async function exportStatistics(
  services: Services,
  context: SignedInContext,
  year: number,
  format: 'csv' | 'xlsx',
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'audit.export');
  return exportList(services, context, {
    query: { format },
    columns,
    name: `Beratungsstatistik ${year}`,
    action: 'consultations.exportStatistics',
    objectType: 'consultationStatistics',
    details: { year: String(year) },
    read: async () => {
      const rows = await readStatistics(services, scope, year);
      return { rows, total: rows.length };
    },
  });
}
