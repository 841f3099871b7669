import { logout } from '@depotwerk/api/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { dispatchLogout } from '../../platform/logout.ts';
import { refreshTokenExists } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Ends the session: a spinner while the token is deleted, then the sign-in page. */
export function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    let isLeft = false;
    const leave = async () => {
      const { wasReached, endSessionUrl } = await endSession();
      if (isLeft) return;
      // The provider ends its own session and sends the browser back to the sign-in page.
      if (endSessionUrl !== undefined) {
        window.location.replace(endSessionUrl);
        return;
      }
      if (!wasReached) showToast(t('auth.logout.failed'), { tone: 'bad' });
      await navigate({ to: '/auth/login', search: { reason: 'requested' }, replace: true });
    };
    void leave();
    return () => {
      isLeft = true;
    };
  }, [navigate]);
  return (
    <main className="full-page">
      <Spinner size={32} label={t('auth.logout.running')} />
    </main>
  );
}

/** Deletes the token when someone is signed in; `wasReached` is false when the server could not be told. */
async function endSession(): Promise<{ wasReached: boolean; endSessionUrl?: string | undefined }> {
  try {
    const answer = refreshTokenExists() ? await callApi(logout, {}) : null;
    dispatchLogout('requested');
    return { wasReached: true, endSessionUrl: answer?.endSessionUrl };
  } catch {
    dispatchLogout('requested');
    return { wasReached: false };
  }
}
