import { germanDay, germanMoney, germanNumber, germanPercent } from '../german-figures.ts';
import { intervalText } from '../interval.ts';
import { viewsOf, viewText } from './allocation-views.ts';
import { enabledGuaranteeFields } from './check-product-type.ts';
import { settingsPairs } from './check-tariff-settings.ts';
import { settingsNames } from './field-names.ts';
import { lifeCycleText } from './life-cycle.ts';
import type {
  ComponentDrafts,
  ComponentKind,
  TariffContent,
  TariffDraft,
  TariffSettingsDraft,
} from './tariff-drafts.ts';

/** Kinds of ids whose names a comparison needs. */
export type NamedKind =
  | 'issuer'
  | 'insurer'
  | 'tariffType'
  | 'guaranteeType'
  | 'universeType'
  | 'rankingType'
  | 'allocationType'
  | 'riskType'
  | 'hint'
  | 'component'
  | 'fund'
  | 'peergroup';

/** Name of an id; an id nobody knows stands for itself. */
export type ComparisonNames = (kind: NamedKind, id: number | string) => string;

/** A field as a comparison reads it: null = nothing there. */
export interface ComparedField<Source> {
  readonly section: string;
  readonly label: string;
  readonly read: (source: Source) => string | null;
}

const yesNo = (value: boolean): string => (value ? 'Ja' : 'Nein');
const state = (isInactive: boolean): string => (isInactive ? 'Inaktiv' : 'Aktiv');
const mode = (isManual: boolean): string => (isManual ? 'Manuell' : 'Automatisch');
const textOrNull = (value: string): string | null => (value === '' ? null : value);
const written = <Value>(value: Value | null, write: (value: Value) => string): string | null =>
  value === null ? null : write(value);
const share = (fraction: number): string => germanPercent(fraction, 0, 4);
/** Costs a year, with the decimals they have everywhere. */
const costs = (fraction: number): string => germanPercent(fraction, 2, 4);
const whole = (value: number): string => germanNumber(value);

const settingsField = (field: keyof TariffSettingsDraft): ComparedField<TariffDraft> => {
  const unit = settingsPairs.find(({ min, max }) => min === field || max === field)?.limits.unit;
  const write = unit === 'fraction' ? share : unit === 'euro' ? germanMoney : whole;
  const place = field.endsWith('Portfolio') ? 'Portfolio' : 'Sparplan';
  return {
    section: 'settings',
    label: `${place}: ${settingsNames[field]}`,
    read: (tariff) => written(tariff[field], write),
  };
};

/** The tariff's own fields in the order of its pages; hints and fund risk matrix stand apart. */
export function tariffFields(names: ComparisonNames): readonly ComparedField<TariffDraft>[] {
  const named =
    (kind: NamedKind, read: (tariff: TariffDraft) => number | string | null) => (tariff: TariffDraft) =>
      written(read(tariff), (id) => names(kind, id));
  const field = (
    section: string,
    label: string,
    read: (tariff: TariffDraft) => string | null,
  ): ComparedField<TariffDraft> => ({ section, label, read });
  return [
    field(
      'product-type',
      'Tarifart',
      named('tariffType', (tariff) => tariff.tariffTypeId),
    ),
    field('product-type', 'Kostengrenze im Jahr', (tariff) => written(tariff.costCap ?? null, costs)),
    field('product-type', 'Höchster Risikoindikator (SRI)', (tariff) =>
      written(tariff.maximumRiskIndicator ?? null, whole),
    ),
    field('product-type', 'Ablaufmanagement', (tariff) => lifeCycleText(tariff.lifeCycle)),
    field('product-type', 'Garantieniveau', (tariff) => written(tariff.guaranteedLevel, share)),
    field('product-type', 'Garantiezins', (tariff) => written(tariff.guaranteedInterest, share)),
    // As on the pages: what a type does not ask for is none of it.
    field('product-type', 'Garantieniveau wählbar', (tariff) =>
      enabledGuaranteeFields(tariff.tariffTypeId).isGuaranteedLevelCustomizable
        ? yesNo(tariff.isGuaranteedLevelCustomizable)
        : null,
    ),
    field(
      'product-type',
      'Garantieart',
      named('guaranteeType', (tariff) => tariff.guaranteeTypeId),
    ),
    field(
      'product-type',
      'Wertsicherungsfonds',
      named('fund', (tariff) => tariff.guaranteeSecurityId),
    ),
    field('product-type', 'Laufende Optimierung', (tariff) => yesNo(tariff.continuousOptimization)),
    field('product-type', 'Optimierungsintervall', (tariff) =>
      written(tariff.optimizationInterval, intervalText),
    ),
    field('product-type', 'Beginn der Optimierung', (tariff) => written(tariff.optimizationStart, germanDay)),
    field('product-type', 'Portfolio sofort anpassen', (tariff) =>
      tariff.continuousOptimization ? yesNo(tariff.makePortfolioAdjustmentsNow) : null,
    ),
    field('info', 'Tarifbezeichnung', (tariff) => textOrNull(tariff.name)),
    field('info', 'Beschreibung', (tariff) => textOrNull(tariff.description)),
    field('info', 'Interne Notiz', (tariff) => textOrNull(tariff.internalNote ?? '')),
    field('info', 'Schlüssel', (tariff) => textOrNull(tariff.key)),
    field(
      'info',
      'Emittent',
      named('issuer', (tariff) => tariff.issuerId),
    ),
    field(
      'info',
      'Versicherer',
      named('insurer', (tariff) => tariff.insurerId),
    ),
    field('info', 'Status', (tariff) => state(tariff.isInactive)),
    field('info', 'Standardtarif', (tariff) => yesNo(tariff.isDefault)),
    field(
      'components',
      'Risikobaustein',
      named('component', (tariff) => tariff.componentRiskId),
    ),
    field(
      'components',
      'Allokationsbaustein',
      named('component', (tariff) => tariff.componentAllocationId),
    ),
    field(
      'components',
      'Universumsbaustein',
      named('component', (tariff) => tariff.componentUniverseId),
    ),
    field(
      'components',
      'Auswahlbaustein',
      named('component', (tariff) => tariff.componentSelectionId),
    ),
    ...settingsPairs.flatMap(({ min, max }) => [settingsField(min), settingsField(max)]),
    field('optimization-hints-expert', 'Gewinn ohne Hinweis bis', (tariff) =>
      written(tariff.gainNoteLimit, germanMoney),
    ),
    field('optimization-hints-expert', 'Fondstausch: Kostenvorteil im Jahr mindestens', (tariff) =>
      written(tariff.switchSaving ?? null, costs),
    ),
    field('optimization-hints-expert', 'Fondstausch: Ersparnis im Jahr mindestens', (tariff) =>
      written(tariff.switchSavingEuros ?? null, germanMoney),
    ),
    field('optimization-hints-expert', 'Fondstausch: Gebühren verdient nach höchstens (Monate)', (tariff) =>
      written(tariff.switchPaybackMonths ?? null, whole),
    ),
    field(
      'fund-matrix',
      'Risikoart',
      named('riskType', (tariff) => tariff.fundMatrix?.riskTypeId ?? null),
    ),
    field('fund-matrix', 'Anzahl Risikoklassen', (tariff) =>
      written(tariff.fundMatrix?.riskItemsNumber ?? null, whole),
    ),
    field('fund-matrix', 'Aktienquote verwenden', (tariff) =>
      written(tariff.fundMatrix?.useQuota ?? null, yesNo),
    ),
  ];
}

const kindNames: Readonly<Record<ComponentKind, string>> = {
  risk: 'Risikobaustein',
  allocation: 'Allokationsbaustein',
  universe: 'Universumsbaustein',
  selection: 'Auswahlbaustein',
};

/** The fields of a component besides lists and matrices. */
export function componentFields(
  kind: ComponentKind,
  names: ComparisonNames,
): readonly ComparedField<TariffContent>[] {
  const info = (
    label: string,
    read: (component: ComponentDrafts[ComponentKind]) => string | null,
  ): ComparedField<TariffContent> => ({
    section: 'component-info',
    label: `${kindNames[kind]}: ${label}`,
    read: ({ components }) => written(components?.[kind] ?? null, (component) => read(component) ?? '–'),
  });
  return [
    info('Bezeichnung', (component) => textOrNull(component.name)),
    info('Schlüssel', (component) => textOrNull(component.key)),
    info('Status', (component) => state(component.isInactive)),
    ...ownFields(names)[kind],
  ];
}

function ownFields(
  names: ComparisonNames,
): Readonly<Record<ComponentKind, readonly ComparedField<TariffContent>[]>> {
  const of =
    <Kind extends ComponentKind>(kind: Kind, section: string) =>
    (
      label: string,
      read: (component: ComponentDrafts[Kind]) => string | null,
    ): ComparedField<TariffContent> => ({
      section,
      label,
      read: ({ components }) => (components === null ? null : read(components[kind])),
    });
  const risk = of('risk', 'risk');
  const allocation = of('allocation', 'allocation-matrix');
  const universe = of('universe', 'fund-universe');
  const selection = of('selection', 'fund-selection');
  const named = (kind: NamedKind, id: number | string | null) => written(id, (known) => names(kind, known));
  return {
    risk: [
      risk('Anzahl Risikoklassen', (component) => written(component.tariffRiskItemsNumber, whole)),
      risk('Risikoart', (component) => named('riskType', component.tariffRiskType)),
      risk('Aktienquote verwenden', (component) => yesNo(component.useQuota)),
    ],
    allocation: [
      allocation('Risikobaustein', (component) => named('component', component.riskComponent)),
      allocation('Allokation', (component) => mode(component.isManual)),
      allocation('Allokationsart', (component) => named('allocationType', component.allocationType)),
      allocation('Markteinschätzungen', (component) =>
        textOrNull(
          viewsOf(component)
            .map((view) => viewText(view, (id) => names('peergroup', id)))
            .join('; '),
        ),
      ),
      allocation('Nicht verwendete Felder', (component) => unusedCells(component, names)),
    ],
    universe: [
      universe('Anlageuniversum', (component) => mode(component.tariffUniverseSelectionManualMode)),
      universe('Universumsart', (component) => named('universeType', component.tariffUniverseType)),
      universe('Höchster Risikoindikator', (component) => written(component.maximumRiskIndicator, whole)),
    ],
    selection: [
      selection('Universumsbaustein', (component) => named('component', component.tariffUniverseComponent)),
      selection('Fondsauswahl', (component) => mode(component.tariffFundSelectionManualMode)),
      selection('Rangermittlung', (component) => named('rankingType', component.tariffRankingType)),
      selection('Größe der Empfehlungsliste', (component) =>
        written(component.tariffFundShortlistSize, whole),
      ),
      selection('Mindestrang', (component) => written(component.minimumRank, whole) ?? 'kein Mindestrang'),
      selection('Fonds ohne Rang', (component) => yesNo(component.allowsUnrated)),
    ],
  };
}

/** Cells nobody may use, e.g. "Aktien Welt (1, 2)"; null without any. */
function unusedCells(component: ComponentDrafts['allocation'], names: ComparisonNames): string | null {
  const classesOf = new Map<number, number[]>();
  for (const { peergroupId, riskClassId, isUsed } of component.allocationItems) {
    if (!isUsed) classesOf.set(peergroupId, [...(classesOf.get(peergroupId) ?? []), riskClassId]);
  }
  const groups = [...classesOf.entries()]
    .sort(([a], [b]) => a - b)
    .map(([id, classes]) => `${names('peergroup', id)} (${classes.sort((a, b) => a - b).join(', ')})`);
  return groups.length > 0 ? groups.join('; ') : null;
}
