import type { PermissionCode } from '../permissions.ts';

export const widgetKinds = ['legend', 'table', 'chart', 'text'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** Columns of the grid; a row is `rowHeight` pixels of the browser. */
export const dashboardColumns = 12;
export const maximumWidgets = 24;
export const maximumRows = 200;

interface WidgetFacts {
  readonly kind: WidgetKind;
  readonly title: string;
  readonly w: number;
  readonly h: number;
  /** Without it there is no such tile. */
  readonly permission: PermissionCode;
}

/** The tiles the product delivers, in the order of the delivered layout. */
export const widgetFacts = {
  bookVolume: { kind: 'legend', title: 'Bestand und Volumen', w: 4, h: 4, permission: 'contracts.view' },
  scoreDistribution: {
    kind: 'chart',
    title: 'Verteilung der Bewertungen',
    w: 4,
    h: 4,
    permission: 'contracts.view',
  },
  riskDeviations: { kind: 'table', title: 'Risikoabweichungen', w: 4, h: 4, permission: 'contracts.view' },
  hintsByKind: { kind: 'chart', title: 'Hinweise nach Art', w: 6, h: 6, permission: 'optimization.view' },
  topFunds: { kind: 'table', title: 'Top-Fonds', w: 6, h: 6, permission: 'funds.view' },
  uncheckedContracts: {
    kind: 'legend',
    title: 'Verträge ohne Prüfung',
    w: 4,
    h: 3,
    permission: 'contracts.view',
  },
  endingProfiles: { kind: 'table', title: 'Ablaufende Profile', w: 4, h: 3, permission: 'riskProfile.view' },
  openApprovals: { kind: 'table', title: 'Offene Freigaben', w: 4, h: 3, permission: 'tariffs.approve' },
  contributionsByMonth: {
    kind: 'chart',
    title: 'Sparraten je Monat',
    w: 8,
    h: 6,
    permission: 'contracts.view',
  },
  systemText: { kind: 'text', title: 'Hinweise des Hauses', w: 4, h: 4, permission: 'dashboard.view' },
} as const satisfies Record<string, WidgetFacts>;

export type WidgetKey = keyof typeof widgetFacts;
// Object.keys forgets the literal names.
export const widgetKeys = Object.keys(widgetFacts) as readonly WidgetKey[];
