import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { chosenContractColumns, contractColumns, defaultContractColumns } from './contract-columns.tsx';

/** `?dialog=columnChooser`: which columns the contract list shows; the choice becomes part of the address. */
export function ColumnChooser({ onClose }: RoutedDialogProps) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const all = useMemo(() => contractColumns(), []);
  const columns = typeof search['columns'] === 'string' ? search['columns'] : undefined;
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    chosenContractColumns(columns, all).map((column) => column.key),
  );

  const apply = () => {
    const keys = all.map((column) => column.key).filter((key) => chosen.includes(key));
    const isDefault = keys.join() === defaultContractColumns.join();
    const { dialog: _dialog, columns: _columns, ...rest } = search;
    const next = isDefault ? rest : { ...rest, columns: keys.join(',') };
    // Takes the place of the dialog's own entry, so that "back" leads to the columns before.
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  return (
    <Dialog
      title={t('contracts.chooseColumns')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => setChosen(defaultContractColumns)}>
            {t('contracts.defaultColumns')}
          </Button>
          <Button kind="primary" onClick={apply}>
            {t('common.apply')}
          </Button>
        </>
      }
    >
      <p className="hint">{t('contracts.columnsHint')}</p>
      <div className="contracts__column-list">
        {all.map((column) => (
          <Checkbox
            key={column.key}
            label={column.header}
            isChecked={chosen.includes(column.key)}
            isDisabled={column.priority === 0}
            onChange={(isChecked) =>
              setChosen(isChecked ? [...chosen, column.key] : chosen.filter((key) => key !== column.key))
            }
          />
        ))}
      </div>
    </Dialog>
  );
}
