import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { chosenColumns, columnNames, withWidth } from '../ui/chosen-columns.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { FittableColumn } from '../ui/fitting-columns.ts';
import { type GroupableColumn, groupableColumns } from '../ui/grouping.ts';
import { SelectField } from '../ui/select-field.tsx';
import './saved-views.css';

/** A column as the dialog needs it. */
export type ChoosableColumn = FittableColumn & GroupableColumn<never>;

interface Props {
  columns: readonly ChoosableColumn[];
  /** Columns shown when the address names none; without it all. */
  usual?: readonly string[];
  /** The columns the address names. */
  chosen: string | undefined;
  /** Key of the column the address groups by. */
  groupBy: string | undefined;
  /** undefined = the usual ones; not grouped. */
  onChoose: (chosen: { columns: string | undefined; groupBy: string | undefined }) => void;
  onClose: () => void;
}

/** Widths to choose from in pixels; what was drawn with the pointer is one more. */
const offeredWidths = [60, 80, 100, 120, 140, 160, 200, 240, 300, 400];

/**
 * Which columns a list shows, in which order and how wide, and what it is grouped by; the choice becomes part of the address.
 */
export function ColumnsDialog({ columns, usual, chosen, groupBy, onChoose, onClose }: Props) {
  const usualColumns = chosenColumns(undefined, columns, usual);
  const [shown, setShown] = useState(() => chosenColumns(chosen, columns, usual));
  const [group, setGroup] = useState(groupBy ?? '');
  const groupable = groupableColumns(columns);
  const hidden = columns.filter(({ key }) => shown.every((column) => column.key !== key));
  const inOrder = [...shown, ...hidden];
  const move = (column: ChoosableColumn, by: 1 | -1) => {
    const place = shown.indexOf(column) + by;
    // At an end the button stays, so that who moves by keyboard keeps it.
    if (place < 0 || place >= shown.length) return;
    const next = shown.filter((other) => other !== column);
    next.splice(place, 0, column);
    setShown(next);
  };
  const apply = () =>
    onChoose({
      columns: columnNames(shown) === columnNames(usualColumns) ? undefined : columnNames(shown),
      groupBy: group === '' ? undefined : group,
    });
  return (
    <Dialog
      title={t('contracts.chooseColumns')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => setShown(usualColumns)}>
            {t('contracts.defaultColumns')}
          </Button>
          <Button kind="primary" onClick={apply}>
            {t('common.apply')}
          </Button>
        </>
      }
    >
      {groupable.length === 0 ? null : (
        <SelectField
          label={t('savedViews.groupBy')}
          value={group}
          emptyLabel={t('savedViews.notGrouped')}
          options={groupable.map(({ key, header }) => ({ value: key, label: header }))}
          onChange={setGroup}
        />
      )}
      <p className="hint">{t('savedViews.columnsHint')}</p>
      <ul className="column-order">
        {inOrder.map((column) => {
          const { key, header, priority, width } = column;
          const place = shown.indexOf(column);
          return (
            <li key={key} className="column-order__item">
              <Checkbox
                label={header}
                isChecked={place >= 0}
                isDisabled={priority === 0}
                onChange={(isChecked) =>
                  setShown(isChecked ? [...shown, column] : shown.filter((other) => other !== column))
                }
              />
              {place < 0 ? null : (
                <>
                  <SelectField
                    label={t('savedViews.widthOf', { header })}
                    isLabelHidden
                    value={width === undefined ? '' : String(width)}
                    emptyLabel={t('savedViews.anyWidth')}
                    options={[...new Set([...offeredWidths, ...(width === undefined ? [] : [width])])]
                      .toSorted((a, b) => a - b)
                      .map((pixels) => ({
                        value: String(pixels),
                        label: t('savedViews.pixels', { number: pixels }),
                      }))}
                    onChange={(value) =>
                      setShown(withWidth(shown, key, value === '' ? undefined : Number(value)))
                    }
                  />
                  <IconButton
                    label={t('savedViews.moveUp', { header })}
                    icon={<IconArrowUp size={18} />}
                    aria-disabled={place === 0 || undefined}
                    onClick={() => move(column, -1)}
                  />
                  <IconButton
                    label={t('savedViews.moveDown', { header })}
                    icon={<IconArrowDown size={18} />}
                    aria-disabled={place === shown.length - 1 || undefined}
                    onClick={() => move(column, 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
