import { logout } from '@depotwerk/api/auth';
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
      const wasReached = await endSession();
      if (isLeft) return;
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

/** Deletes the token when someone is signed in; false when the server could not be told. */
async function endSession(): Promise<boolean> {
  let wasReached = true;
  if (refreshTokenExists()) {
    try {
      await callApi(logout, {});
    } catch {
      wasReached = false;
    }
  }
  dispatchLogout('requested');
  return wasReached;
}
