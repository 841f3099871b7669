import {
  type FieldRow,
  type FieldValue,
  type Holding,
  isNeverNull,
  valueOf,
} from '@depotwerk/domain/master-data/field-table';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { said } from '../texts/texts.ts';
import { Switch } from '../ui/checkbox.tsx';
import { DateField, MoneyField, NumberField, PercentField } from '../ui/number-fields.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ColourField } from './colour-field.tsx';
import { FormField } from './form-field.tsx';
import { InactiveSwitch } from './inactive-switch.tsx';
import type { EntityForm } from './use-entity-form.ts';
import { orNull } from './value-texts.ts';

interface FieldLinesProps<Row extends FieldRow, Entity, Held extends Holding<Row>> {
  rows: readonly Row[];
  form: EntityForm<Entity, Held>;
  /**
   * Inputs of fields that are more than their kind, by key; what is chosen (a reference, an object, an option) has to have
   * one. null leaves the field out.
   */
  inputs?: Readonly<Record<string, ReactNode>>;
  /** Fields of text that have to be filled in as the draft stands, though not always. */
  needed?: readonly Row['key'][];
  /** What stands below the line of a field, by its key. */
  below?: Readonly<Record<string, ReactNode>>;
}

/** The inputs of a table of fields in its order; halves share a line. */
export function FieldLines<Row extends FieldRow, Entity, Held extends Holding<Row>>({
  rows,
  form,
  inputs = {},
  needed = [],
  below = {},
}: FieldLinesProps<Row, Entity, Held>) {
  const input = (row: Row) => (
    <Fragment key={row.key}>
      {inputs[row.key] === undefined ? (
        <FieldInput row={row} form={form} isNeeded={needed.includes(row.key)} />
      ) : (
        inputs[row.key]
      )}
    </Fragment>
  );
  return linesOf(rows).map((line) => (
    <Fragment key={line[0]?.key}>
      {line.length > 1 ? <div className="entity-form__row">{line.map(input)}</div> : line.map(input)}
      {line.map(({ key }) => (
        <Fragment key={key}>{below[key]}</Fragment>
      ))}
    </Fragment>
  ));
}

/** Two halves in a row are a line; everything else is one of its own. */
function linesOf<Row extends FieldRow>(rows: readonly Row[]): Row[][] {
  const lines: Row[][] = [];
  for (const row of rows) {
    const [before, ...others] = lines.at(-1) ?? [];
    if (row.isHalf && before?.isHalf && others.length === 0) lines.at(-1)?.push(row);
    else lines.push([row]);
  }
  return lines;
}

const pads = {
  digits: { inputMode: 'numeric' },
  mail: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const;

function FieldInput<Row extends FieldRow, Entity, Held extends Holding<Row>>({
  row,
  form,
  isNeeded,
}: {
  row: Row;
  form: EntityForm<Entity, Held>;
  isNeeded: boolean;
}) {
  const { key, kind } = row;
  const label = said(row.label);
  const hint = row.hint && said(row.hint);
  const value = valueOf(row, form.draft);
  const error = form.errorOf(key);
  const take = (taken: FieldValue) => form.change((before) => ({ ...before, [key]: taken }));
  if (kind === 'state') return <InactiveSwitch isInactive={value === true} onChange={take} />;
  if (kind === 'colour') {
    const colour = typeof value === 'string' ? value : '';
    return <ColourField path={key} label={label} value={colour} error={error} onChange={take} />;
  }
  if (kind === 'number') {
    return (
      <FormField path={key}>
        <NumberInput
          unit={row.unit}
          label={label}
          hint={hint}
          isRequired={row.isRequired}
          value={typeof value === 'number' ? value : null}
          error={error}
          onFault={form.faultOf(key)}
          onChange={take}
        />
      </FormField>
    );
  }
  if (typeof value === 'number') throw new TypeError(`The field ${key} is chosen: its form gives the input.`);
  return (
    <FormField path={key}>
      {typeof value === 'boolean' ? (
        <>
          <Switch label={label} isChecked={value} onChange={take} />
          {hint === undefined ? null : <p className="hint">{hint}</p>}
        </>
      ) : kind === 'day' ? (
        <DateField
          label={label}
          hint={hint}
          isRequired={row.isRequired}
          isBirthDay={row.isBirthDay}
          max={row.lastDay}
          value={value ?? null}
          error={error}
          onFault={form.faultOf(key)}
          onChange={take}
        />
      ) : (
        <TextField
          label={label}
          hint={hint}
          isRequired={kind === 'name' || isNeeded}
          autoComplete="off"
          {...(row.pad && pads[row.pad])}
          value={value ?? ''}
          error={error}
          onChange={(typed) => {
            const text = row.isUpperCase ? typed.toUpperCase() : typed;
            take(isNeverNull(kind) ? text : orNull(text));
          }}
        />
      )}
    </FormField>
  );
}

/** A share, an amount or something counted; shares with the four decimals that are kept. */
function NumberInput({ unit, ...props }: ComponentProps<typeof MoneyField> & { unit: FieldRow['unit'] }) {
  if (unit === 'percent') return <PercentField {...props} precision={4} />;
  return unit === 'money' ? <MoneyField {...props} /> : <NumberField {...props} precision={0} />;
}
