import type { DraftOf, FieldRow } from './field-table.ts';

/** What every figure of a cost model is: a number that is always said, 0 at first. */
const cost = { kind: 'number', isRequired: true, first: 0, isHalf: true } as const;

/**
 * What people edit about a cost model, in the order of the form. Draft, shapes of the calls, statements, form, comparison,
 * columns of the list and files are made of these lines. Beyond `most` a decimal place is likelier to have slipped than a
 * contract to cost so much.
 */
export const costModelFields = [
  {
    key: 'costModelName',
    column: 'cost_model_name',
    label: 'Name',
    heading: 'Kostenmodell',
    kind: 'name',
    list: { minWidth: 200, grow: 1.4, priority: 0 },
  },
  { key: 'tariffId', column: 'tariff_id', label: 'Tarif', kind: 'object', isHalf: true },
  { key: 'insurerId', column: 'insurer_id', label: 'Versicherer', kind: 'reference', isHalf: true },
  {
    key: 'entryFee',
    column: 'entry_fee',
    label: 'Abschlusskosten',
    hint: 'Einmalig, vom Beitrag',
    ...cost,
    unit: 'percent',
    most: 0.2,
    list: { minWidth: 130, grow: 0.3, priority: 3 },
  },
  {
    key: 'contractFeePercent',
    column: 'contract_fee_percent',
    label: 'Verwaltungskosten p.\u00a0a.',
    hint: 'Vom Vertragswert',
    ...cost,
    unit: 'percent',
    most: 0.1,
    list: { minWidth: 170, grow: 0.3, priority: 2 },
  },
  {
    key: 'contractFeeMonthly',
    column: 'contract_fee_monthly',
    label: 'Verwaltungskosten je Monat',
    hint: 'Fester Betrag',
    ...cost,
    unit: 'money',
    most: 1000,
  },
  {
    key: 'rebate',
    column: 'rebate',
    label: 'Rückvergütung p.\u00a0a.',
    hint: 'Vom Vertragswert',
    ...cost,
    unit: 'percent',
    most: 0.1,
  },
  {
    key: 'fundSwitchFee',
    column: 'fund_switch_fee',
    label: 'Kosten je Fondswechsel',
    hint: 'Nach den freien Wechseln',
    ...cost,
    unit: 'money',
    most: 1000,
  },
  {
    key: 'freeSwitchesPerYear',
    column: 'free_switches_per_year',
    label: 'Freie Fondswechsel im Jahr',
    hint: 'Ohne Kosten',
    ...cost,
    unit: 'count',
    most: 365,
  },
  {
    key: 'validFrom',
    column: 'valid_from',
    label: 'Gültig ab',
    hint: 'Erster Tag',
    kind: 'day',
    isRequired: true,
    isHalf: true,
    list: { minWidth: 110, grow: 0.4, priority: 3 },
  },
  {
    key: 'validTo',
    column: 'valid_to',
    label: 'Gültig bis',
    hint: 'Leer: bis auf Weiteres',
    kind: 'day',
    isHalf: true,
    list: { minWidth: 130, grow: 0.4, priority: 6 },
  },
] as const satisfies readonly FieldRow[];

/** A cost model as the form holds it; shares are fractions (0.025 = 2.5 %), amounts euro, null = not given. */
export type CostModelDraft = DraftOf<typeof costModelFields>;
