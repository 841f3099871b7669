import type { CallAnswer } from '@depotwerk/api/call';
import type { FormElement, FormField, listElementLookups } from '@depotwerk/api/contracts/elements';
import { formatDate } from '@depotwerk/domain/date-text';
import { type ElementData, valueAt, withValueAt } from '@depotwerk/domain/element-condition';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t } from '../../../texts/texts.ts';
import { displayText } from './element-queries.ts';

/** What two versions of a form hold, by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Choices of the fields that take one, by their lookup. */
export type FormLookups = Readonly<Record<string, CallAnswer<typeof listElementLookups>>>;

type EnteredField = FormField & { readonly path: string };

/** Fields that hold what was entered; a fund that is being looked for is none yet. */
const isEntered = (field: FormField): field is EnteredField =>
  field.path !== null && !['button', 'html', 'fundSearch'].includes(field.kind);
const enteredFields = (element: FormElement): readonly EnteredField[] =>
  element.children.flatMap((section) => section.children.flatMap((row) => row.children.filter(isEntered)));

// The choice between versions takes a dot for the way into a record.
const nameOf = ({ path }: EnteredField) => path.replaceAll('.', '/');

export const valuesOf = (element: FormElement, request: ElementData): FormValues =>
  Object.fromEntries(
    enteredFields(element).map((field) => [nameOf(field), valueAt(request, field.path) ?? null]),
  );

/** The data with other values in its fields. */
export const withValues = (element: FormElement, request: ElementData, values: FormValues): ElementData =>
  enteredFields(element).reduce<ElementData>(
    (data, field) => withValueAt(data, field.path, values[nameOf(field)]),
    request,
  );

/** Lookups whose choices have words. */
export const lookupKeysOf = (element: FormElement): readonly string[] => [
  ...new Set(
    enteredFields(element).flatMap(({ kind, lookupKey }) =>
      lookupKey !== null && ['select', 'radio'].includes(kind) ? [lookupKey] : [],
    ),
  ),
];

const numberText = (value: unknown, kind: string, unit: string | null): string => {
  if (typeof value !== 'number') return displayText(value);
  if (kind === 'currency') return formatMoney(value);
  const of = unit ?? (kind === 'percent' ? '%' : null);
  return of === null ? formatNumber(value) : `${formatNumber(value)}\u00A0${of}`;
};

function rowText(row: unknown, { columns }: EnteredField): string {
  const values: FormValues = typeof row === 'object' && row !== null ? { ...row } : {};
  return columns
    .filter(({ isReadOnly }, index) => index === 0 || !isReadOnly)
    .map(({ key, kind }) => numberText(values[key], kind, null))
    .join(' ');
}

function valueText(field: EnteredField, value: unknown, lookups: FormLookups): string {
  const { kind, lookupKey, unit } = field;
  if (kind === 'checkbox') return t(value === true ? 'common.yes' : 'common.no');
  if (Array.isArray(value))
    return value.map((row) => rowText(row, field)).join(' · ') || t('elements.noRows');
  if (value === null || value === undefined || value === '') return t('common.none');
  if (kind === 'date' && typeof value === 'string') return formatDate(value);
  const choice = lookups[lookupKey ?? '']?.find(({ id }) => id === value);
  return choice === undefined ? numberText(value, kind, unit) : said(choice.label);
}

/** The fields of a form in words, for the choice between two versions. */
export const formFields = (element: FormElement, lookups: FormLookups) =>
  enteredFields(element).map((field) => ({
    path: nameOf(field),
    label: field.label,
    text: (values: FormValues) => valueText(field, values[nameOf(field)], lookups),
  }));
