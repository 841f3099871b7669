import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import {
  effectMeaning,
  performanceEffects,
  performanceEffectTexts,
  shownComparison,
  shownDifference,
  unknownTariffPerformanceTexts,
} from '@depotwerk/domain/contracts/performance-effects';
import { groupEffects } from '@depotwerk/domain/contracts/performance-words';
import { formatDate } from '@depotwerk/domain/date-text';
import { unknownText } from '@depotwerk/domain/unknown-text';
import type { ExportColumn } from '../../../platform/export/export-column.ts';
import { exportList } from '../../../platform/export/export-list.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Reply } from '../../../platform/http/route.ts';
import { readOne } from '../../../platform/read-one.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import type { TargetMix } from '../../optimization/public.ts';
import { type AskedPerformance, readTariffPerformance } from './tariff-performance.view.ts';

/** One figure of the file. */
interface Line {
  readonly id: number;
  readonly part: string;
  readonly name: string;
  readonly figure: string;
  /** null = not known, and the remark says why. */
  readonly value: number | null;
  readonly unit: string;
  readonly remark: string;
}

const columns: readonly ExportColumn<Line>[] = [
  { key: 'part', header: 'Teil', kind: 'text' },
  { key: 'name', header: 'Bezeichnung', kind: 'text' },
  { key: 'figure', header: 'Größe', kind: 'text' },
  { key: 'value', header: 'Wert', kind: 'number' },
  { key: 'unit', header: 'Einheit', kind: 'text' },
  { key: 'remark', header: 'Anmerkung', kind: 'text' },
];

/**
 * The performance as the screen shows it, a figure a line; the export becomes an entry of the log.
 * @throws 404 for a foreign tariff, 409 where it has not been computed yet
 */
export async function exportTariffPerformance(
  services: Services,
  targetMix: TargetMix,
  context: SignedInContext,
  asked: AskedPerformance,
  format: 'csv' | 'xlsx',
): Promise<Reply<never>> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.view');
  const found = await readTariffPerformance(services, targetMix, scope, asked);
  if (found.state !== 'done') throw new AppError('tariffs.performanceMissing');
  const tariff = await readOne<{ name: string }>(services.database, scope, {
    sql: 'select name from tariffs where id = $1',
    parameters: [asked.tariffId],
  });
  const rows = linesOf(found).map((line, index) => ({ id: index + 1, ...line }));
  return exportList(services, context, {
    query: { format },
    columns,
    name: `Wertentwicklung ${tariff.name}`,
    action: 'tariffs.exportPerformance',
    objectType: 'tariff',
    details: { name: tariff.name, tariffId: asked.tariffId, period: asked.period },
    read: () => Promise.resolve({ rows, total: rows.length }),
  });
}

const percent = (value: number | null | undefined) => (value == null ? null : Math.round(value * 1e6) / 1e4);

/** Lines of the file; shown figures are rounded as on screen, so that parts add up. */
export function linesOf(found: TariffPerformance): Omit<Line, 'id'>[] {
  const { contracts, performance, months, comparison } = found;
  const count = (name: string, value: number) => line('Verträge', name, 'Anzahl', value, 'Verträge');
  const counts = [
    count('berücksichtigt', contracts.counted),
    count('ohne lückenlose Bewertungen', contracts.unknownHistory),
    count('ohne Risikoklasse', contracts.withoutClass),
    count('Abweichung nicht in allen Monaten erklärt', contracts.unexplained),
    count('Kosten des Vertrags unbekannt', contracts.unknownCosts ?? 0),
    count('Ein- und Auszahlungen unbekannt', contracts.unknownPayments ?? 0),
  ];
  if (performance === null) return counts;
  const explained = comparison !== null && !('reason' in comparison) ? comparison : null;
  return [
    ...counts,
    ...returnLines(found, performance),
    ...(explained ? causeLines(performance.timeWeighted, explained) : []),
    ...(comparison !== null && 'reason' in comparison ? [unknownLine(comparison)] : []),
    ...months.flatMap((month) => [
      line('Monate', formatDate(month.day), 'Verträge', rounded(month.contracts), 'aus 100 Euro'),
      line('Monate', formatDate(month.day), 'Ziel', rounded(month.target), 'aus 100 Euro'),
    ]),
  ];
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e4);
const line = (
  part: string,
  name: string,
  figure: string,
  value: number | null,
  unit: string,
  remark = value === null ? unknownText : '',
): Omit<Line, 'id'> => ({ part, name, figure, value, unit, remark });

function returnLines(
  { target }: TariffPerformance,
  performance: NonNullable<TariffPerformance['performance']>,
) {
  const time = `${formatDate(performance.from)} bis ${formatDate(performance.to)}`;
  const figures = [
    ['timeWeighted', 'zeitgewichtet'],
    ['timeWeightedYearly', 'zeitgewichtet pro Jahr'],
    ['moneyWeighted', 'geldgewichtet pro Jahr'],
  ] as const;
  return figures.flatMap(([key, figure]) => {
    const [own, aimed] = [performance[key], target?.[key] ?? null];
    return [
      line('Rendite', 'Verträge', figure, percent(own), '%', own === null ? unknownText : time),
      line('Rendite', 'Ziel', figure, percent(aimed), '%', aimed === null ? unknownText : time),
      line(
        'Rendite',
        'Abweichung',
        figure,
        own === null || aimed === null ? null : percent(shownDifference(own, aimed)),
        'Prozentpunkte',
      ),
    ];
  });
}

type Explained = Exclude<TariffPerformance['comparison'], null | { reason: string }>;

function causeLines(own: number, comparison: Explained) {
  const shown = shownComparison(own, comparison, comparison.groups);
  return [
    ...performanceEffects.map((effect) =>
      line(
        'Ursachen der Abweichung',
        performanceEffectTexts[effect].name,
        'Beitrag',
        shown.effects[effect] === null ? null : percent(shown.effects[effect]),
        'Prozentpunkte',
        effectMeaning(effect, shown.effects),
      ),
    ),
    ...comparison.groups.flatMap((group, k) => {
      const name = group.name ?? 'Neben den Fonds';
      const weight = (figure: string, value: number) => line('Peergroups', name, figure, percent(value), '%');
      return [
        weight('Anteil', group.weight),
        weight('Anteil im Ziel', group.targetWeight),
        ...groupEffects.map((effect) =>
          line(
            'Peergroups',
            name,
            performanceEffectTexts[effect].name,
            percent(shown.groups[k]?.[effect]),
            'Prozentpunkte',
          ),
        ),
      ];
    }),
  ];
}

function unknownLine({ reason, from, to }: Extract<TariffPerformance['comparison'], { reason: string }>) {
  const time = from === null || to === null ? '' : ` (${formatDate(from)} bis ${formatDate(to)})`;
  return line(
    'Ursachen der Abweichung',
    'Abweichung',
    'Beitrag',
    null,
    'Prozentpunkte',
    `${unknownTariffPerformanceTexts[reason]}${time}`,
  );
}
