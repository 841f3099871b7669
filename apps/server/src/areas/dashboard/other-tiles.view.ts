import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readTariffApprovals } from '../tariffs/public.ts';
import { countTasks } from '../workbench/public.ts';
import type { TileContent } from './tile-data.ts';

/** Profiles about which something is to be done: the tasks of the work list, counted as it counts them. */
export async function readEndingProfiles(
  services: ReadServices,
  scope: Scope,
  today: string,
): Promise<TileContent> {
  const rows = await Promise.all(
    (
      [
        ['Läuft ab, ist abgelaufen oder neu zu erheben', 'profileEnding'],
        ['Fehlt', 'profileMissing'],
      ] as const
    ).map(async ([name, taskType]) => ({
      cells: { name, count: await countTasks(services, scope, { status: 'open', taskType }, today) },
      path: scope.permissions.has('workbench.view') ? `/workbench?type=${taskType}` : null,
    })),
  );
  return {
    columns: [
      { key: 'name', label: 'Risikoprofil', cellKind: 'text' },
      // One for each customer, as the work list has them.
      { key: 'count', label: 'Kunden', cellKind: 'count' },
    ],
    rows,
  };
}

/** Versions of tariffs that wait for a second pair of eyes, longest waiting first. */
export async function readOpenApprovals(services: ReadServices, scope: Scope): Promise<TileContent> {
  const approvals = await readTariffApprovals(services, scope);
  return {
    columns: [
      { key: 'name', label: 'Tarif', cellKind: 'text' },
      { key: 'submitted', label: 'Eingereicht', cellKind: 'date' },
    ],
    rows: approvals
      .filter(({ version }) => version.state === 'submitted')
      .map(({ tariffName, version }) => ({
        cells: {
          name: `${tariffName}, Version ${version.versionNumber}`,
          // The day in the house, whatever the clock of the machine: it is written as its reader writes days.
          submitted: version.submittedAt === null ? null : todayIn(houseZone, new Date(version.submittedAt)),
        },
        path: '/approvals',
      })),
  };
}

/** Said until the house writes something of its own. */
const deliveredText = `**Willkommen.** Hier steht, was das Haus allen mitteilen möchte.

- Aufgaben entstehen von selbst, sobald etwas zu tun ist.
- Unterstrichene Zahlen und Namen führen zu der Liste, aus der sie stammen.`;

/** What the arrangement of the caller says in its text tile. */
export const systemText = (markdown: string | undefined): TileContent => ({
  markdown: markdown === undefined || markdown === '' ? deliveredText : markdown,
});
