import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { refreshTokens } from '../platform/api-client.ts';
import { dispatchLogout } from '../platform/logout.ts';
import { showApiError } from '../platform/error-texts.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Warn this long before the session ends. */
const warningMilliseconds = 120_000;

/** Asks two minutes before an unused session ends; any call to the server renews it long before. */
export function SessionExpiring() {
  const endsAt = useSession((state) => state.endsAt);
  const [now, setNow] = useState(() => Date.now());
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const left = endsAt === null ? Number.POSITIVE_INFINITY : endsAt - now;
  const stayButton = useRef<HTMLButtonElement>(null);
  const isOver = left <= 0;
  const isWarning = left <= warningMilliseconds && left > 0;

  useEffect(() => {
    if (endsAt === null) return undefined;
    const delay = Math.max(endsAt - warningMilliseconds - Date.now(), 0);
    // setTimeout counts in 31 bits; sessions are hours long, but a wrong server clock must not loop.
    const start = setTimeout(() => setNow(Date.now()), Math.min(delay + 50, 2 ** 31 - 1));
    return () => clearTimeout(start);
  }, [endsAt]);

  useEffect(() => {
    if (!isWarning) return undefined;
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, [isWarning]);

  useEffect(() => {
    if (isOver) dispatchLogout('sessionLost');
  }, [isOver]);

  if (!isWarning) return null;
  const stay = async () => {
    setBusy(true);
    try {
      await refreshTokens();
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
      setNow(Date.now());
    }
  };
  return (
    <Dialog
      title={t('shell.sessionExpiring.title')}
      size="small"
      isStatic
      initialFocus={stayButton}
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={() => void navigate({ to: '/logout' })}>
            {t('shell.sessionExpiring.logout')}
          </Button>
          <Button kind="primary" ref={stayButton} isBusy={isBusy} onClick={() => void stay()}>
            {t('shell.sessionExpiring.stay')}
          </Button>
        </>
      }
    >
      <p>{t('shell.sessionExpiring.message', { time: minutesAndSeconds(left) })}</p>
    </Dialog>
  );
}

function minutesAndSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
