import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { showApiError } from '../platform/error-texts.ts';
import { saveFile } from '../platform/save-file.ts';
import { useMayChange } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

export interface ExportMenuProps {
  /** Fetches the file; the name is the server's. */
  load: (format: 'csv' | 'xlsx') => Promise<{ fileName: string; blob: Blob }>;
  isDisabled: boolean;
}

/** Button that saves a list as it is shown, as XLSX or CSV; whoever looks as somebody else takes no file along. */
export function ExportMenu({ load, isDisabled }: ExportMenuProps) {
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
  if (!mayAct) return null;
  return (
    <Menu
      trigger={
        <Button isBusy={isBusy} disabled={isDisabled} icon={<IconDownload size={18} aria-hidden="true" />}>
          {t('common.export')}
        </Button>
      }
      entries={[
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
      ]}
    />
  );
}
