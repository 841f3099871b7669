import { type DraftOf, type FieldRow, shaped } from './field-table.ts';
import { firstColour } from './fund-category-fields.ts';
import { regions, sectors } from './regions-and-sectors.ts';

/**
 * What people edit about a peer group, in the order of the form; its risk figures are computed from prices, its members
 * are changed one by one. Draft, shapes of the calls, statements, form, comparison, columns of the list and files are
 * made of these lines.
 */
export const peergroupFields = [
  {
    key: 'peergroupName',
    column: 'peergroup_name',
    label: 'Name',
    heading: 'Peergroup',
    kind: 'name',
    list: { minWidth: 220, grow: 1.4, priority: 0 },
  },
  {
    key: 'peergroupKey',
    column: 'peergroup_key',
    label: 'Schlüssel',
    hint: 'Zum Beispiel AKTIEN-WELT; so können Dateien die Peergroup nennen',
    kind: 'name',
    rule: shaped(/^[A-Za-z0-9_.-]{1,50}$/, 'keyFormat'),
    isHalf: true,
    list: { minWidth: 130, grow: 0.5, priority: 4 },
  },
  {
    key: 'categoryId',
    column: 'category_id',
    label: 'Fondskategorie',
    kind: 'reference',
    isRequired: true,
    isHalf: true,
  },
  {
    // Of its slices and bars.
    key: 'colour',
    column: 'colour',
    label: 'Farbe',
    kind: 'colour',
    first: firstColour,
    isHalf: true,
  },
  {
    // Share of equities of a member that has no figure of its own.
    key: 'equityQuota',
    column: 'equity_quota',
    label: 'Aktienquote',
    hint: 'Für Fonds ohne eigene Angabe',
    kind: 'number',
    unit: 'percent',
    most: 1,
    isRequired: true,
    isHalf: true,
    list: { minWidth: 120, grow: 0.3, priority: 3 },
  },
  {
    // What clients exclude is looked up here: fund data says no region and no sector. '' = not known.
    key: 'region',
    column: 'region',
    label: 'Region',
    kind: 'option',
    options: ['', ...regions],
    isBlankStored: true,
    isHalf: true,
  },
  {
    key: 'sector',
    column: 'sector',
    label: 'Branche',
    kind: 'option',
    options: ['', ...sectors],
    isBlankStored: true,
    isHalf: true,
  },
  {
    // Prices rest on appraisals and swing too little.
    key: 'isAppraisalSmoothed',
    column: 'is_appraisal_smoothed',
    label: 'Kurse beruhen auf Gutachten (offene Immobilienfonds)',
    kind: 'yes',
  },
  {
    // Its index is the riskless rate of Sharpe ratio and risk-adjusted return; at most one group.
    key: 'isMoneyMarket',
    column: 'is_money_market',
    label: 'Geldmarkt: liefert den risikolosen Zins der Kennzahlen',
    kind: 'yes',
  },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** A peer group as the form holds it; null = not given. */
export type PeergroupDraft = DraftOf<typeof peergroupFields>;
