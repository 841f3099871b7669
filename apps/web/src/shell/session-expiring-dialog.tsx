import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refreshTokens } from '../platform/api-client.ts';
import { showApiError } from '../platform/error-texts.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Counts down to the end of the session and offers to stay. */
export function SessionExpiringDialog({ left }: { left: number }) {
  const [isBusy, setBusy] = useState(false);
  const stayButton = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const stay = async () => {
    setBusy(true);
    try {
      await refreshTokens();
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
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
          <Button onClick={() => void navigate({ to: '/logout' })}>{t('shell.logout')}</Button>
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
