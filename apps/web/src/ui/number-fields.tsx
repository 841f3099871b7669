import type { DateFault } from '@depotwerk/domain/date-text';
import { dayOf, formatDate, parseDate } from '@depotwerk/domain/date-text';
import { formatMoneyInput, parseMoney } from '@depotwerk/domain/money';
import type { NumberFault, ParsedNumber } from '@depotwerk/domain/number-text';
import { formatNumber, parseNumber } from '@depotwerk/domain/number-text';
import { formatPercentInput, parsePercent } from '@depotwerk/domain/percent';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import type { ParsedFieldProps, ParsedText } from './parsed-field.tsx';
import { ParsedField } from './parsed-field.tsx';

interface LimitProps {
  min?: number | undefined;
  max?: number | undefined;
}

export interface NumberFieldProps extends ParsedFieldProps<number>, LimitProps {
  /** Decimal places allowed; 0 = whole numbers only. More are refused with a message, never rounded. */
  precision?: number | undefined;
  unit?: string | undefined;
}

/** A figure without the unit its field shows behind it: "5 %" in a field of percent, "10 Jahre" in one of years. */
function withoutUnit(text: string, unit: string | undefined): string {
  const end = text.trimEnd();
  const figure = unit !== undefined && end.endsWith(unit) ? end.slice(0, -unit.length) : text;
  return figure.trim() === '' ? text : figure;
}

/** Number as a German types it: "1.234,5", "1234,5"; also with the unit of its field. */
export function NumberField({ precision = 2, min, max, ...rest }: NumberFieldProps) {
  const wrongFormat = precision === 0 ? 'validators.wholeNumber' : 'validators.number';
  return (
    <ParsedField
      {...rest}
      isNumber
      inputMode={precision === 0 ? 'numeric' : 'decimal'}
      parse={(text) =>
        withMessage(parseNumber(withoutUnit(text, rest.unit), { precision, min, max }), wrongFormat)
      }
      format={(value) => formatNumber(value, 0, precision)}
    />
  );
}

/** Amount in euro with up to two decimals; leaves the field as "1.234,50". */
export function MoneyField({ min, max, ...rest }: ParsedFieldProps<number> & LimitProps) {
  return (
    <ParsedField
      {...rest}
      isNumber
      inputMode="decimal"
      unit="€"
      parse={(text) => withMessage(parseMoney(text, { min, max }), 'validators.money')}
      format={formatMoneyInput}
    />
  );
}

/** Percent; the value is a fraction (0.125), the text "12,5". Limits and precision count in percent. */
export function PercentField({
  precision = 2,
  min,
  max,
  ...rest
}: ParsedFieldProps<number> & LimitProps & { precision?: number | undefined }) {
  return (
    <ParsedField
      {...rest}
      isNumber
      inputMode="decimal"
      unit="%"
      parse={(text) => withMessage(parsePercent(text, { precision, min, max }), 'validators.percent')}
      format={(value) => formatPercentInput(value, 0, precision)}
    />
  );
}

export interface DateFieldProps extends ParsedFieldProps<string> {
  /** First and last day allowed, `YYYY-MM-DD`; 1900-01-01 to 2040-12-31 without them. */
  min?: string | undefined;
  max?: string | undefined;
  /** A day of birth: none after today, short years are past ones. */
  isBirthDay?: boolean | undefined;
}

/** Day as a German types it: "3.4.24", "5.3", "5". The value is `YYYY-MM-DD`. */
export function DateField({ min, max, isBirthDay, placeholder, ...rest }: DateFieldProps) {
  return (
    <ParsedField
      {...rest}
      inputMode="decimal"
      placeholder={placeholder ?? t('contracts.filters.dayHint')}
      parse={(text) => {
        const parsed = parseDate(text, { today: dayOf(new Date()), min, max, isBirthDay });
        return parsed.ok ? parsed : { ok: false, message: dateMessage(parsed) };
      }}
      format={formatDate}
    />
  );
}

/** What was read of a typed number, with the message where it is none. */
export function withMessage(parsed: ParsedNumber, wrongFormat: TextKey): ParsedText<number> {
  return parsed.ok ? parsed : { ok: false, message: numberMessage(parsed, wrongFormat) };
}

function numberMessage(fault: NumberFault, wrongFormat: TextKey): string {
  switch (fault.reason) {
    case 'format':
      return t(wrongFormat);
    case 'precision':
      return fault.precision === 0
        ? t('validators.wholeNumber')
        : t('validators.precision', { count: fault.precision });
    case 'tooSmall':
      return t('validators.min', { limit: formatNumber(fault.limit) });
    case 'tooLarge':
      return t('validators.max', { limit: formatNumber(fault.limit) });
  }
}

function dateMessage(fault: DateFault): string {
  switch (fault.reason) {
    case 'format':
      return t('validators.date');
    case 'noSuchDay':
      return t('validators.noSuchDay');
    case 'range':
      return t(fault.day === undefined ? 'validators.dateRange' : 'validators.shortYearRange', {
        min: formatDate(fault.min),
        max: formatDate(fault.max),
        day: formatDate(fault.day ?? fault.min),
      });
  }
}
