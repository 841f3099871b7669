import { farthestDay } from '../date-text.ts';
import type { FieldRow } from '../master-data/field-table.ts';

/**
 * What people edit about a contract itself, in the order of the form; tariff, risk class, holdings and savings plan are
 * more than columns and stand beside it. Draft, shapes of the calls, statements, form and comparison are made of these
 * lines.
 */
export const contractFields = [
  {
    key: 'externalKey',
    column: 'external_key',
    label: 'Vertragsnummer',
    kind: 'name',
    limit: 50,
    isHalf: true,
  },
  {
    key: 'externalConsumerKey',
    column: 'external_consumer_key',
    label: 'Kundennummer beim Institut',
    kind: 'text',
    limit: 50,
    isHalf: true,
  },
  { key: 'startDate', column: 'start_date', label: 'Beginn', kind: 'day', isRequired: true, isHalf: true },
  // A pension of somebody young ends beyond what other date inputs take.
  {
    key: 'endDate',
    column: 'end_date',
    label: 'Ende',
    kind: 'day',
    lastDay: farthestDay,
    isHalf: true,
  },
  {
    key: 'beneficiary',
    column: 'beneficiary',
    label: 'Bezugsberechtigter',
    kind: 'text',
    isBlankStored: true,
  },
  { key: 'useETF', column: 'use_etf', label: 'ETF bevorzugen', kind: 'yes' },
] as const satisfies readonly FieldRow[];

/** The columns of a contract's row the log names when they change; holdings and savings plan are rows of their own. */
export const loggedContractFields = [
  { key: 'tariffId', column: 'tariff_id', label: 'Tarif' },
  ...contractFields,
  { key: 'riskClassId', column: 'risk_class_id', label: 'Risikoklasse' },
  { key: 'guaranteedLevel', column: 'guaranteed_level', label: 'Garantieniveau' },
] as const;
