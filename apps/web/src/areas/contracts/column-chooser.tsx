import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ColumnsDialog } from '../../lists/columns-dialog.tsx';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { contractColumns, defaultContractColumns } from './contract-columns.tsx';

/** `?dialog=columnChooser`: which columns the contract list shows; the choice becomes part of the address. */
export function ColumnChooser({ onClose }: RoutedDialogProps) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const all = useMemo(() => contractColumns(), []);
  const { dialog: _dialog, columns, groupBy, ...rest } = search;
  return (
    <ColumnsDialog
      columns={all}
      usual={defaultContractColumns}
      chosen={typeof columns === 'string' ? columns : undefined}
      groupBy={typeof groupBy === 'string' ? groupBy : undefined}
      onChoose={(chosen) => {
        const next = { ...rest, ...chosen };
        // Takes the place of the dialog's own entry, so that "back" leads to the columns before.
        void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
      }}
      onClose={onClose}
    />
  );
}
