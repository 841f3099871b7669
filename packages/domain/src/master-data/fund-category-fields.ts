import type { DraftOf, FieldRow } from './field-table.ts';

/** The colour a new category or peer group begins with, `#rrggbb`. */
export const firstColour = '#0f5566';

/**
 * What people edit about a fund category (asset class), in the order of the form. Draft, shapes of the calls, statements,
 * form, comparison, columns of the list and files are made of these lines.
 */
export const fundCategoryFields = [
  {
    key: 'categoryName',
    column: 'category_name',
    label: 'Name',
    heading: 'Fondskategorie',
    kind: 'name',
    limit: 100,
    list: { minWidth: 200, grow: 1.4, priority: 0 },
  },
  {
    // Of its slices and bars.
    key: 'categoryColor',
    column: 'category_color',
    label: 'Farbe',
    kind: 'colour',
    first: firstColour,
    isHalf: true,
  },
  {
    // Those with the same place stand by name.
    key: 'sortOrder',
    column: 'sort_order',
    label: 'Reihenfolge',
    hint: 'Kleine Zahlen stehen zuerst',
    kind: 'number',
    unit: 'count',
    most: 9999,
    isRequired: true,
    first: 0,
    isHalf: true,
    list: { minWidth: 120, grow: 0.3, priority: 3 },
  },
] as const satisfies readonly FieldRow[];

/** A fund category as the form holds it; null = not given. */
export type FundCategoryDraft = DraftOf<typeof fundCategoryFields>;
