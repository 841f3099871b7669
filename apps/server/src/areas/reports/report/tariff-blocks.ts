import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { enabledGuaranteeFields } from '@depotwerk/domain/tariff/check-product-type';
import { bandOf } from '@depotwerk/domain/tariff/check-risk-component';
import { switchThresholds } from '@depotwerk/domain/tariff/check-tariff-settings';
import { columnsOf } from '@depotwerk/domain/tariff/compare-matrices';
import { componentFields, tariffFields } from '@depotwerk/domain/tariff/comparison-fields';
import { riskMeasureName } from '@depotwerk/domain/tariff/risk-measure';
import { componentKinds, type TariffContent, type TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { defaultCheckRules } from '@depotwerk/engine/check/tariff-context';
import { colourOf, niceAxis } from './chart-geometry.ts';
import { type Block, cell, column, heading, row, table, totalRow } from './report-document.ts';
import { none, points } from './report-format.ts';
import type { TariffReportSource, VersionSource } from './tariff-source.ts';

/** Sections of a tariff in the order of its pages, with their names on screen. */
export const sectionNames: Readonly<Record<string, string>> = {
  'product-type': 'Produktart',
  info: 'Angaben',
  components: 'Bausteine',
  'component-info': 'Angaben der Bausteine',
  settings: 'Einstellungen',
  risk: 'Risikoklassen',
  'allocation-peergroups': 'Peergroups',
  'allocation-matrix': 'Allokationsmatrix',
  'allocation-peergroup-relationships': 'Verwandte Peergroups',
  'fund-matrix': 'Fonds-Risiko-Matrix',
  'fund-universe': 'Anlageuniversum',
  'fund-selection': 'Fondsauswahl',
  'optimization-hints': 'Optimierungshinweise',
  'optimization-hints-expert': 'Expertenhinweise',
};

export const stateNames = {
  draft: 'Entwurf',
  submitted: 'zur Freigabe eingereicht',
  approved: 'freigegeben',
  published: 'veröffentlicht',
  superseded: 'abgelöst',
  archived: 'archiviert',
  rejected: 'zurückgewiesen',
} as const;

/** „Version 2, veröffentlicht, gültig ab 01.12.2026“ */
export function versionText({ version }: VersionSource): string {
  const { versionNumber, state, validFrom, validTo } = version;
  const from = validFrom === null ? '' : `, gültig ab ${formatDate(validFrom)}`;
  const to = validTo === null ? '' : ` bis ${formatDate(validTo)}`;
  return `Version ${versionNumber}, ${stateNames[state]}${from}${to}`;
}

interface ReportedClass {
  readonly riskClassId: number;
  readonly target: number | null;
  readonly range: number | null;
  /** Upper border of the fund risk matrix. */
  readonly upperBorder: number | null;
}

export function classesOf({ tariff, components }: TariffContent): ReportedClass[] {
  if (!components) return [...(tariff.fundMatrix?.riskItems ?? [])];
  const { tariffRiskItemsTargets, tariffRiskItemsRanges } = components.risk;
  return tariffRiskItemsTargets.map((target, index) => ({
    riskClassId: index + 1,
    target,
    range: tariffRiskItemsRanges[index] ?? null,
    upperBorder: null,
  }));
}

/** What targets and ranges are measured in. */
export function measureName({ tariff, components }: TariffContent): string {
  const useQuota = components ? components.risk.useQuota : (tariff.fundMatrix?.useQuota ?? null);
  const riskTypeId = components ? components.risk.tariffRiskType : (tariff.fundMatrix?.riskTypeId ?? null);
  return riskTypeId === null && !useQuota ? 'Risiko' : riskMeasureName({ riskTypeId, useQuota });
}

/** The bands of all classes on one scale, and their figures as a table. */
export function riskBlocks(content: TariffContent, withCharts: boolean): Block[] {
  const classes = classesOf(content);
  if (classes.length === 0) return [];
  const hasBorders = classes.some(({ upperBorder }) => upperBorder !== null);
  const measure = measureName(content);
  const figures = table(
    [
      column('Risikoklasse', '1fr'),
      ...(hasBorders ? [column('Obergrenze', 'auto', 'right')] : []),
      column('Zielwert', 'auto', 'right'),
      column('Bandbreite (±)', 'auto', 'right'),
      column('Band von', 'auto', 'right'),
      column('Band bis', 'auto', 'right'),
    ],
    classes.map(({ riskClassId, target, range, upperBorder }) => {
      const band = bandOf(target, range);
      return row(
        `Klasse ${riskClassId}`,
        ...(hasBorders ? [points(upperBorder)] : []),
        points(target),
        points(range),
        points(band?.low ?? null),
        points(band?.high ?? null),
      );
    }),
    `Zielwerte und Bänder: ${measure}.`,
  );
  return withCharts ? [bandsBlock(classes, measure), figures] : [figures];
}

/** Upper end of the highest band, in percent. */
export const highestOf = (classes: readonly ReportedClass[]): number =>
  Math.max(1, ...classes.map(({ target, range }) => bandOf(target, range)?.high ?? 0));

/** @param highest percent the scale reaches at least, so that two pictures can share it */
export function bandsBlock(
  classes: readonly ReportedClass[],
  measure: string,
  highest = highestOf(classes),
): Block {
  const bands = classes.map(({ target, range }) => bandOf(target, range));
  const axis = niceAxis(0, highest);
  const place = (value: number) => Math.round((value / axis.high) * 1e4) / 1e4;
  return {
    kind: 'riskBands',
    rows: classes.map(({ riskClassId, target }, index) => {
      const band = bands[index];
      const below = bands[index - 1];
      return {
        label: `Klasse ${riskClassId}`,
        value: points(target),
        start: place(band?.low ?? 0),
        end: place(band?.high ?? 0),
        target: target === null ? null : place(target),
        // What two neighbouring classes both claim.
        overlap: band && below && below.high > band.low ? place(Math.min(below.high, band.high)) : null,
      };
    }),
    ticks: axis.steps.map((value) => ({ at: place(value), label: points(value) })),
    alt: `Risikobänder, ${measure}: ${classes
      .map(({ riskClassId, target }, index) => {
        const band = bands[index];
        return `Klasse ${riskClassId} Ziel ${points(target)}, Band ${points(band?.low ?? null)} bis ${points(band?.high ?? null)}`;
      })
      .join('; ')}.`,
  };
}

interface MatrixRow {
  readonly label: string;
  readonly colour: string;
  /** Percent by class. */
  readonly shares: readonly number[];
}

/** Shares by peer group, or by fund where the tariff has a fund risk matrix, in the order of the screen. */
export function matrixOf({ tariff, components }: TariffContent, source: TariffReportSource): MatrixRow[] {
  const { names, groups, funds } = source;
  const count = classesOf({ tariff, components }).length;
  const seen = new Map<string, number>();
  const colourFor = (own: string | null, index: number) => {
    const colour = colourOf(own, index).toLowerCase();
    const uses = seen.get(colour) ?? 0;
    seen.set(colour, uses + 1);
    return shaded(colour, uses);
  };
  if (components) {
    const { peergroupIds, allocationItems } = components.allocation;
    const rows = columnsOf(allocationItems, ({ peergroupId }) => peergroupId, count, peergroupIds);
    return [...rows].map(([id, shares], index) => ({
      label: names('peergroup', id),
      colour: colourFor(groups.get(id)?.colour ?? null, index),
      shares,
    }));
  }
  const { allocationItems = [], securityIds = [] } = tariff.fundMatrix ?? {};
  const rows = columnsOf(allocationItems, ({ securityId }) => securityId, count, securityIds);
  return [...rows].map(([id, shares], index) => ({
    label: funds.get(id)?.name ?? names('fund', id),
    colour: colourFor(null, index),
    shares,
  }));
}

/** Mixed with white or black the second and each further time a colour is used, so that rows stay apart. */
const mixtures = [
  [255, 0],
  [255, 0.5],
  [0, 0.4],
  [255, 0.72],
  [0, 0.65],
] as const;

function shaded(colour: string, uses: number): string {
  const [towards, share] = mixtures[uses % mixtures.length] ?? mixtures[0];
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + (towards - value) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

const tenth = (percent: number) => (percent === 0 ? none : formatNumber(percent, 1, 1));

/** The matrix as bars by class and as a table with its sums. */
export function matrixBlocks(rows: readonly MatrixRow[], label: string, withCharts: boolean): Block[] {
  const [first] = rows;
  if (!first) return [];
  const classes = first.shares.map((_, index) => index);
  const sumOf = (index: number) =>
    rows.reduce((tenths, { shares }) => tenths + Math.round((shares[index] ?? 0) * 10), 0) / 10;
  const figures = table(
    [column(label, '1fr'), ...classes.map((index) => column(`Klasse ${index + 1}`, 'auto', 'right'))],
    [
      ...rows.map(({ label: name, colour, shares }) =>
        row(cell(name, { swatch: colour }), ...classes.map((index) => tenth(shares[index] ?? 0))),
      ),
      totalRow('Summe', ...classes.map((index) => tenth(sumOf(index)))),
    ],
    'Anteile in Prozent.',
  );
  return withCharts ? [stackedBlock(rows, classes), figures] : [figures];
}

/** A share below this has no room for its figure. */
const leastWritten = 6;

export function stackedBlock(rows: readonly MatrixRow[], classes: readonly number[]): Block {
  const used = rows.filter(({ shares }) => shares.some((share) => share > 0));
  return {
    kind: 'stackedBars',
    rows: classes.map((index) => {
      let start = 0;
      return {
        label: `Klasse ${index + 1}`,
        segments: used.flatMap(({ colour, shares }) => {
          const share = shares[index] ?? 0;
          if (share === 0) return [];
          const segment = {
            start: Math.round(start * 100) / 1e4,
            fraction: Math.round(share * 100) / 1e4,
            colour,
            value: share >= leastWritten ? tenth(share) : '',
          };
          start += share;
          return [segment];
        }),
      };
    }),
    legend: used.map(({ label, colour }) => ({ label, colour })),
    alt: `Aufteilung der Risikoklassen: ${classes
      .map(
        (index) =>
          `Klasse ${index + 1} ${used
            .filter(({ shares }) => (shares[index] ?? 0) > 0)
            .map(({ label, shares }) => `${label} ${tenth(shares[index] ?? 0)}\u00a0%`)
            .join(', ')}`,
      )
      .join('; ')}.`,
  };
}

/** Fields of a content by section, those without value and those its pages hide left out. */
export function fieldsBySection(
  content: TariffContent,
  names: TariffReportSource['names'],
): Map<string, [string, string][]> {
  const tariff = withAppliedThresholds(withoutHiddenLevel(content.tariff));
  const read = [
    ...tariffFields(names).map(({ section, label, read: of }) => [section, label, of(tariff)] as const),
    ...componentKinds.flatMap((kind) =>
      componentFields(kind, names).map(
        ({ section, label, read: of }) => [section, label, of(content)] as const,
      ),
    ),
  ];
  const fields = new Map<string, [string, string][]>();
  for (const [section, label, value] of read)
    if (value !== null) fields.set(section, [...(fields.get(section) ?? []), [label, value]]);
  return fields;
}

/** A level that each contract chooses for itself is none of the tariff, whatever is left of it in the draft. */
const withoutHiddenLevel = (tariff: TariffDraft): TariffDraft =>
  enabledGuaranteeFields(tariff.tariffTypeId, tariff.isGuaranteedLevelCustomizable).guaranteedLevel
    ? tariff
    : { ...tariff, guaranteedLevel: null };

/** The thresholds of a switch that hold: where the tariff says nothing, the defaults, as its summary does. */
const withAppliedThresholds = (tariff: TariffDraft): TariffDraft => ({
  ...tariff,
  ...Object.fromEntries(
    switchThresholds.map(({ field }) => [field, tariff[field] ?? defaultCheckRules[field]]),
  ),
});

/** A heading with what follows it; nothing where nothing follows. */
export const sectioned = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [heading(title), ...blocks];
