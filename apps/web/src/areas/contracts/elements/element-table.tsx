import type { FormField } from '@depotwerk/api/contracts/elements';
import { valueAt } from '@depotwerk/domain/element-condition';
import { t } from '../../../texts/texts.ts';
import { MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { displayText } from './element-queries.ts';
import type { FormView } from './form-view.ts';
import { faultAt } from './form-view.ts';

type Row = Readonly<Record<string, unknown>>;
type Column = FormField['columns'][number];

const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/** Rows of a server-driven form: names to read, numbers to enter, rows to take away where the server allows it. */
export function ElementTable({ element, view }: { element: FormField; view: FormView }) {
  const path = element.path ?? '';
  const rows = rowsOf(valueAt(view.state.request, path));
  const isRemovable = element.styleHint === 'REMOVABLE' && !element.isReadOnly;
  const fault = view.showsFaults ? faultAt(view.state, element.path) : null;
  const [title, ...others] = element.columns;
  const set = (index: number, key: string, value: unknown) =>
    view.change(
      path,
      rows.map((row, place) => (place === index ? { ...row, [key]: value } : row)),
    );
  if (!title) return null;
  return (
    <div className="element-form__table">
      <div className="ui-field__label">{element.label}</div>
      {element.hint === null ? null : <div className="ui-field__hint">{element.hint}</div>}
      {rows.length === 0 ? <p className="hint">{t('elements.noRows')}</p> : null}
      <ul className="element-form__rows" aria-label={element.label}>
        {rows.map((row, index) => (
          <li key={displayText(row['fundId']) || index} className="element-form__row">
            <div className="element-form__name">
              <span>{displayText(row[title.key])}</span>
              {others
                .filter((column) => column.isReadOnly)
                .map((column) => (
                  <span key={column.key} className="hint">
                    {displayText(row[column.key])}
                  </span>
                ))}
              {view.showsFaults ? <RowFault text={faultAt(view.state, `${path}.${index}`)} /> : null}
              {/* There is room for the sentence here; the narrow field says it to who cannot see it. */}
              {view.showsFaults
                ? others.map(({ key }) => (
                    <span key={key} aria-hidden="true">
                      <RowFault text={faultAt(view.state, `${path}.${index}.${key}`)} />
                    </span>
                  ))
                : null}
            </div>
            {others
              .filter((column) => !column.isReadOnly)
              .map((column) => (
                <div key={column.key} className="element-form__cell">
                  <Cell
                    column={column}
                    element={element}
                    name={displayText(row[title.key])}
                    value={row[column.key]}
                    error={view.showsFaults ? faultAt(view.state, `${path}.${index}.${column.key}`) : null}
                    onChange={(value) => set(index, column.key, value)}
                  />
                </div>
              ))}
            {isRemovable ? (
              <RemoveButton
                label={t('elements.removeRow', { name: displayText(row[title.key]) })}
                onClick={() =>
                  view.change(
                    path,
                    rows.filter((_, place) => place !== index),
                  )
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {fault === null ? null : (
        <p className="ui-field__error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function RowFault({ text }: { text: string | null }) {
  return text === null ? null : <span className="ui-field__error">{text}</span>;
}

interface CellProps {
  column: Column;
  element: FormField;
  name: string;
  value: unknown;
  error: string | null;
  onChange: (value: number | null) => void;
}

function Cell({ column, element, name, value, error, onChange }: CellProps) {
  const common = {
    label: `${column.label}: ${name}`,
    isLabelHidden: true,
    value: typeof value === 'number' ? value : null,
    min: element.min ?? undefined,
    max: element.max ?? undefined,
    error,
    onChange,
  };
  return column.kind === 'currency' ? (
    <MoneyField {...common} />
  ) : (
    <NumberField
      {...common}
      precision={element.precision ?? undefined}
      unit={column.kind === 'percent' ? '%' : undefined}
    />
  );
}
