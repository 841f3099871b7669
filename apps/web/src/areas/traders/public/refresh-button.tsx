import { IconCloudDownload } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useMayRefresh } from './may-refresh.ts';
import { startRefresh, useRefresh } from './remote-refresh.ts';

/** Reads all contracts the user sees from their banks. */
export function RefreshButton() {
  const mayRefresh = useMayRefresh();
  const isRunning = useRefresh((state) => state.isRunning);
  if (!mayRefresh) return null;
  return (
    <Button
      isBusy={isRunning}
      icon={<IconCloudDownload size={18} aria-hidden="true" />}
      onClick={() => void startRefresh()}
    >
      {t('traders.refresh.action')}
    </Button>
  );
}
