import { type DraftOf, type FieldRow, shaped } from './field-table.ts';

/**
 * What people edit about an insurer, in the order of the form. Draft, shapes of the calls, statements, form, comparison,
 * columns of the list and files are made of these lines.
 */
export const insurerFields = [
  {
    key: 'insurerName',
    column: 'insurer_name',
    label: 'Name',
    heading: 'Versicherer',
    kind: 'name',
    list: { minWidth: 200, grow: 1.6, priority: 0 },
  },
  {
    key: 'shortName',
    column: 'short_name',
    label: 'Kurzname',
    kind: 'text',
    isBlankStored: true,
    limit: 50,
    isHalf: true,
    list: { minWidth: 110, grow: 0.6, priority: 3 },
  },
  {
    // Register number of the supervisory authority.
    key: 'bafinNumber',
    column: 'bafin_number',
    label: 'BaFin-Nummer',
    kind: 'text',
    rule: shaped(/^\d{4,8}$/, 'bafinNumber'),
    isHalf: true,
    pad: 'digits',
    list: { minWidth: 130, grow: 0.5, priority: 2 },
  },
  { key: 'isInactive', column: 'is_inactive', label: 'Inaktiv', kind: 'state' },
] as const satisfies readonly FieldRow[];

/** An insurer as the form holds it; null = not given. */
export type InsurerDraft = DraftOf<typeof insurerFields>;
