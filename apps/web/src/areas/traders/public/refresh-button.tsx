import { IconCloudDownload } from '@tabler/icons-react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { startRefresh, useRefresh } from './remote-refresh.ts';

/** Reads all contracts the user sees from their banks. */
export function RefreshButton() {
  const user = useSession((state) => state.user);
  const isRunning = useRefresh((state) => state.isRunning);
  if (!mayChange(user, 'contracts.refresh')) return null;
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
