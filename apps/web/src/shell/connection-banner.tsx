import { useEffect, useState } from 'react';
import { connectivityOf, reportServer, useConnectivity } from '../platform/connectivity.ts';
import { queryClient } from '../platform/query-client.ts';
import { timeZoneHeaders } from '../platform/time-zone-headers.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/feedback.tsx';
import './connection-banner.css';

/** Seconds between two looks whether the server is back. */
const probeSeconds = 5;

/** Over the page while there is no network or no server. The page stays as it is, so nothing typed is lost. */
export function ConnectionBanner({ probeUrl }: { probeUrl: string }) {
  const connectivity = useConnectivity(connectivityOf);
  const [isProbing, setProbing] = useState(false);

  useEffect(() => {
    if (connectivity === 'online') return undefined;
    const timer = setInterval(() => void probe(probeUrl), probeSeconds * 1000);
    return () => clearInterval(timer);
  }, [connectivity, probeUrl]);

  if (connectivity === 'online') return null;
  const retry = async () => {
    setProbing(true);
    await probe(probeUrl);
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

/** Asks the server whether it lives; when it does, what failed meanwhile is read again. */
async function probe(url: string): Promise<void> {
  try {
    const answer = await fetch(url, {
      cache: 'no-store',
      signal: AbortSignal.timeout(4000),
      headers: timeZoneHeaders(),
    });
    if (!answer.ok) return;
    const wasAway = connectivityOf(useConnectivity.getState()) !== 'online';
    reportServer(true);
    if (wasAway)
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error',
      });
  } catch {
    // Still away; the banner stays.
  }
}
