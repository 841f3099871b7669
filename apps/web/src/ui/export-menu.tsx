import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { showApiError } from '../platform/error-texts.ts';
import { saveFile } from '../platform/save-file.ts';
import { useMayChange } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

/** Fetches a list as a file; the name is the server's. */
export type LoadFile = (format: 'csv' | 'xlsx') => Promise<{ fileName: string; blob: Blob }>;

export interface ExportMenuProps {
  load: LoadFile;
  isDisabled: boolean;
}

/** What saves a list as it is shown, as XLSX or CSV; nothing for whoever looks as somebody else: he takes no file along. */
export function useExportEntries(load: LoadFile): {
  readonly entries: readonly MenuEntry[];
  readonly isBusy: boolean;
} {
  const mayAct = useMayChange();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      saveFile(await load(format));
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  const entries = [
    {
      key: 'xlsx',
      label: t('contracts.exportXlsx'),
      icon: <IconFileSpreadsheet size={18} aria-hidden="true" />,
      onSelect: () => void save('xlsx'),
    },
    {
      key: 'csv',
      label: t('contracts.exportCsv'),
      icon: <IconFileText size={18} aria-hidden="true" />,
      onSelect: () => void save('csv'),
    },
  ];
  return { entries: mayAct ? entries : [], isBusy };
}

/** Button that saves a list as it is shown. */
export function ExportMenu({ load, isDisabled }: ExportMenuProps) {
  const { entries, isBusy } = useExportEntries(load);
  if (entries.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button isBusy={isBusy} disabled={isDisabled} icon={<IconDownload size={18} aria-hidden="true" />}>
          {t('common.export')}
        </Button>
      }
      entries={entries}
    />
  );
}
