import type { FormField } from '@depotwerk/api/contracts/elements';
import { valueAt } from '@depotwerk/domain/element-condition';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateField, MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { displayText, lookupQuery } from './element-queries.ts';
import { ElementTable } from './element-table.tsx';
import type { FormView } from './form-view.ts';
import { faultAt } from './form-view.ts';
import { FundSearchField } from './fund-search-field.tsx';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** One field of a server-driven form; a kind this browser does not know shows its value, read-only. */
export function ElementField({ element, view }: { element: FormField; view: FormView }) {
  const { state, change } = view;
  const path = element.path ?? '';
  const value = valueAt(state.request, path);
  const common = {
    label: element.label,
    hint: element.hint ?? undefined,
    isRequired: element.isRequired,
    error: view.showsFaults ? faultAt(state, element.path) : null,
  };
  const limits = { min: element.min ?? undefined, max: element.max ?? undefined };
  switch (element.kind) {
    case 'text':
      return element.styleHint === 'MULTI_LINE' ? (
        <TextArea
          {...common}
          readOnly={element.isReadOnly}
          maxLength={element.maxLength ?? undefined}
          value={textOf(value)}
          onChange={(text) => change(path, text)}
        />
      ) : (
        <PlainText element={element} view={view} />
      );
    case 'iban':
    case 'phone':
      return <PlainText element={element} view={view} />;
    case 'number':
    case 'percent':
      return (
        <NumberField
          {...common}
          {...limits}
          precision={element.precision ?? undefined}
          unit={element.unit ?? (element.kind === 'percent' ? '%' : undefined)}
          isDisabled={element.isReadOnly}
          value={numberOf(value)}
          onChange={(number) => change(path, number)}
        />
      );
    case 'currency':
      return (
        <MoneyField
          {...common}
          {...limits}
          isDisabled={element.isReadOnly}
          value={numberOf(value)}
          onChange={(amount) => change(path, amount)}
        />
      );
    case 'date':
      return (
        <DateField
          {...common}
          isDisabled={element.isReadOnly}
          value={textOf(value) || null}
          onChange={(day) => change(path, day)}
        />
      );
    case 'checkbox':
      return (
        <div className="element-form__check">
          <Checkbox
            label={element.label}
            isChecked={value === true}
            isDisabled={element.isReadOnly}
            onChange={(isChecked) => change(path, isChecked)}
          />
          {common.error ? (
            <p className="ui-field__error" role="alert">
              {common.error}
            </p>
          ) : null}
        </div>
      );
    case 'select':
    case 'radio':
      return <ChoiceField element={element} view={view} />;
    case 'fundSearch':
      return <FundSearchField element={element} view={view} />;
    case 'fundTable':
      return <ElementTable element={element} view={view} />;
    case 'html':
      return <SafeHtml html={element.label} />;
    case 'button':
      return (
        <div className="element-form__button">
          <Button
            disabled={element.dependsOn.some((other) => (valueAt(state.request, other) ?? null) === null)}
            onClick={() => {
              if (element.commandKey !== null) void view.run(element.commandKey);
            }}
          >
            {element.label}
          </Button>
        </div>
      );
    default:
      return (
        <TextField
          {...common}
          hint={t('elements.unknownKind')}
          readOnly
          value={displayText(value)}
          onChange={() => {}}
        />
      );
  }
}

function PlainText({ element, view }: { element: FormField; view: FormView }) {
  const path = element.path ?? '';
  return (
    <TextField
      label={element.label}
      hint={element.hint ?? undefined}
      isRequired={element.isRequired}
      error={view.showsFaults ? faultAt(view.state, element.path) : null}
      readOnly={element.isReadOnly}
      maxLength={element.maxLength ?? undefined}
      value={textOf(valueAt(view.state.request, path))}
      onChange={(text) => view.change(path, text)}
    />
  );
}

/** One of a few choices the server names: a list, or round buttons. */
function ChoiceField({ element, view }: { element: FormField; view: FormView }) {
  const groupId = useId();
  const path = element.path ?? '';
  const lookup = useQuery(lookupQuery(view.place, element.lookupKey ?? '', ''));
  const choices = lookup.data ?? [];
  const value = valueAt(view.state.request, path);
  const chosen = choices.find((choice) => choice.id === value);
  const fault = view.showsFaults ? faultAt(view.state, element.path) : null;
  if (element.kind === 'select') {
    return (
      <SelectField
        label={element.label}
        hint={element.hint ?? undefined}
        isRequired={element.isRequired}
        error={fault}
        value={chosen ? String(chosen.id) : ''}
        emptyLabel={t('common.none')}
        isDisabled={element.isReadOnly}
        lookup={lookup}
        // An inactive choice stays visible where it is the one chosen.
        options={choices
          .filter((choice) => !choice.isInactive || choice.id === value)
          .map((choice) => ({ value: String(choice.id), label: said(choice.label) }))}
        onChange={(picked) =>
          view.change(path, choices.find((choice) => String(choice.id) === picked)?.id ?? null)
        }
      />
    );
  }
  return (
    <fieldset
      className="element-form__choices"
      aria-describedby={element.hint ? `${groupId}-hint` : undefined}
    >
      <legend className="ui-field__label">{element.label}</legend>
      {element.hint && (
        <p id={`${groupId}-hint`} className="ui-field__hint element-form__fault">
          {element.hint}
        </p>
      )}
      {choices.map((choice) => (
        <label key={choice.id} className="ui-check">
          <input
            type="radio"
            name={groupId}
            checked={choice.id === value}
            disabled={element.isReadOnly}
            onChange={() => view.change(path, choice.id)}
          />
          <span>{said(choice.label)}</span>
        </label>
      ))}
      {fault === null ? null : <p className="ui-field__error element-form__fault">{fault}</p>}
    </fieldset>
  );
}
