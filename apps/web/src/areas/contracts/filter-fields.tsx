import { dayOf, formatDate, parseDate } from '@depotwerk/domain/date-text';
import { formatNumber, parseNumber } from '@depotwerk/domain/number-text';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { TextField } from '../../ui/text-field.tsx';

interface FilterFieldProps<Value> {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Reads the text of a filter field: a value, null for none, or the message that says what is wrong. */
type Reader<Value> = (text: string) => { value: Value | null } | { fault: string };

/** Text field whose value takes effect when it is left or Enter is pressed; a fault stays visible beside the text. */
function FilterField<Value>({
  label,
  value,
  onChange,
  read,
  write,
  placeholder,
}: FilterFieldProps<Value> & { read: Reader<Value>; write: (value: Value) => string; placeholder?: string }) {
  const shown = value === undefined ? '' : write(value);
  const [text, setText] = useState(shown);
  const [fault, setFault] = useState<string | null>(null);
  const [known, setKnown] = useState(shown);
  // The value can change without typing: chip taken away, filters reset, back button.
  if (known !== shown) {
    setKnown(shown);
    setText(shown);
    setFault(null);
  }
  const commit = () => {
    const result = read(text);
    if ('fault' in result) {
      setFault(result.fault);
      return;
    }
    setFault(null);
    setText(result.value === null ? '' : write(result.value));
    if ((result.value ?? undefined) !== value) onChange(result.value ?? undefined);
  };
  return (
    <TextField
      label={label}
      value={text}
      error={fault}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

export interface FilterNumberProps extends FilterFieldProps<number> {
  max: number;
  precision: number;
}

/** Number from 0 to `max`. */
export function FilterNumber({ max, precision, ...field }: FilterNumberProps) {
  const read: Reader<number> = (text) => {
    const parsed = parseNumber(text, { min: 0, max, precision });
    if (parsed.ok) return { value: parsed.value };
    return { fault: t('contracts.filters.numberFault', { max: formatNumber(max) }) };
  };
  return <FilterField {...field} read={read} write={(value) => formatNumber(value, 0, precision)} />;
}

/** Calendar day. */
export function FilterDay(field: FilterFieldProps<string>) {
  const read: Reader<string> = (text) => {
    const parsed = parseDate(text, { today: dayOf(new Date()) });
    return parsed.ok ? { value: parsed.value } : { fault: t('contracts.filters.dayFault') };
  };
  return (
    <FilterField {...field} read={read} write={formatDate} placeholder={t('contracts.filters.dayHint')} />
  );
}
