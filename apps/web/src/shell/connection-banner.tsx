import { useEffect, useRef, useState } from 'react';
import { connectivityOf, probeServer, useConnectivity } from '../platform/connectivity.ts';
import { queryClient } from '../platform/query-client.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/feedback.tsx';
import './connection-banner.css';

/** Seconds between two looks whether the server is back. */
const probeSeconds = 5;

/** Over the page while there is no network or no server. The page stays as it is, so nothing typed is lost. */
export function ConnectionBanner() {
  const connectivity = useConnectivity(connectivityOf);
  const [isProbing, setProbing] = useState(false);

  const wasAway = useRef(false);
  useEffect(() => {
    if (connectivity !== 'online') {
      wasAway.current = true;
      const timer = setInterval(() => void probeServer(), probeSeconds * 1000);
      return () => clearInterval(timer);
    }
    // What failed meanwhile is read again, whoever noticed that the server is back.
    if (wasAway.current)
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
    wasAway.current = false;
    return undefined;
  }, [connectivity]);

  if (connectivity === 'online') return null;
  const retry = async () => {
    setProbing(true);
    await probeServer();
    setProbing(false);
  };
  return (
    <div className="connection-banner" data-no-print>
      <Banner
        tone="warn"
        role="alert"
        title={connectivity === 'offline' ? t('shell.offlineTitle') : t('shell.serverDownTitle')}
        actions={
          <Button size="small" isBusy={isProbing} onClick={() => void retry()}>
            {t('common.retry')}
          </Button>
        }
      >
        {connectivity === 'offline' ? t('shell.offline') : t('shell.serverDown')}
      </Banner>
    </div>
  );
}
