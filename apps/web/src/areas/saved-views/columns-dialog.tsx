import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { chosenColumns } from '../../ui/chosen-columns.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { FittableColumn } from '../../ui/fitting-columns.ts';
import './saved-views.css';

interface Props {
  columns: readonly (FittableColumn & { header: string })[];
  /** Columns shown when the address names none; without it all. */
  usual?: readonly string[];
  /** The columns the address names. */
  chosen: string | undefined;
  /** undefined = the usual ones. */
  onChoose: (columns: string | undefined) => void;
  onClose: () => void;
}

/** Which columns a list shows and in which order; the choice becomes part of the address. */
export function ColumnsDialog({ columns, usual, chosen, onChoose, onClose }: Props) {
  const usualKeys = usual ?? columns.map(({ key }) => key);
  const [shown, setShown] = useState<readonly string[]>(() =>
    chosenColumns(chosen, columns, usual).map(({ key }) => key),
  );
  const hidden = columns.filter(({ key }) => !shown.includes(key));
  const inOrder = [...chosenColumns(shown.join(','), columns, usual), ...hidden];
  const move = (key: string, by: 1 | -1) => {
    const from = shown.indexOf(key);
    const next = shown.filter((other) => other !== key);
    next.splice(from + by, 0, key);
    setShown(next);
  };
  const apply = () => onChoose(shown.join() === usualKeys.join() ? undefined : shown.join(','));
  return (
    <Dialog
      title={t('contracts.chooseColumns')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => setShown(usualKeys)}>
            {t('contracts.defaultColumns')}
          </Button>
          <Button kind="primary" onClick={apply}>
            {t('common.apply')}
          </Button>
        </>
      }
    >
      <p className="hint">{t('savedViews.columnsHint')}</p>
      <ul className="column-order">
        {inOrder.map(({ key, header, priority }) => {
          const place = shown.indexOf(key);
          return (
            <li key={key} className="column-order__item">
              <Checkbox
                label={header}
                isChecked={place >= 0}
                isDisabled={priority === 0}
                onChange={(isChecked) =>
                  setShown(isChecked ? [...shown, key] : shown.filter((other) => other !== key))
                }
              />
              {place < 0 ? null : (
                <>
                  <IconButton
                    label={t('savedViews.moveUp', { header })}
                    icon={<IconArrowUp size={18} />}
                    disabled={place === 0}
                    onClick={() => move(key, -1)}
                  />
                  <IconButton
                    label={t('savedViews.moveDown', { header })}
                    icon={<IconArrowDown size={18} />}
                    disabled={place === shown.length - 1}
                    onClick={() => move(key, 1)}
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
