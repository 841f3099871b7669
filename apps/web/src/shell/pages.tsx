import { IconPlugOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { connectivityOf, useConnectivity } from '../platform/connectivity.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Spinner } from '../ui/spinner.tsx';
import './pages.css';

const parts = () => import('./not-found-page.tsx');
const NotFound = lazy(async () => ({ default: (await parts()).NotFound }));
const FramedNotFound = lazy(async () => ({ default: (await parts()).FramedNotFound }));

/** No route at this address. Few people see it: its code is not part of what every page loads first. */
export const NotFoundPage = () => (
  <Suspense fallback={<PendingPage />}>
    <NotFound />
  </Suspense>
);

/** The same where no route brings a frame: in that of whoever is there. */
export const RootNotFoundPage = () => (
  <Suspense fallback={<PendingPage />}>
    <FramedNotFound />
  </Suspense>
);

/** Seconds between two tries of a page whose server answers others. */
const retrySeconds = 5;

/** A route failed: the server was away while a guard asked, or the page itself broke. Nobody is signed out. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  usePageTitle(t('shell.errorTitle'));
  const isServer = error instanceof ApiError && error.isServerTrouble;
  const retry = useCallback(() => {
    const again = () => {
      reset();
      void router.invalidate();
    };
    if (error instanceof ApiError) again();
    // A part whose code did not arrive stays missing in this page: only a page loaded anew asks for it again.
    else fetch(location.href, { method: 'HEAD' }).then(({ ok }) => (ok ? location.reload() : again()), again);
  }, [error, reset, router]);

  // The banner's probe finds the server again: then the page need not be asked for by hand.
  const connectivity = useConnectivity(connectivityOf);
  const wasAway = useRef(false);
  useEffect(() => {
    if (connectivity === 'online' && wasAway.current) retry();
    wasAway.current = connectivity !== 'online';
  }, [connectivity, retry]);
  // Another call may have found it before this page was there: then nothing changes any more, and the page asks itself.
  const asksAgain = isServer && connectivity === 'online';
  useEffect(() => {
    if (!asksAgain) return undefined;
    const timer = setInterval(retry, retrySeconds * 1000);
    return () => clearInterval(timer);
  }, [asksAgain, retry]);
  return (
    <div className="full-page" role="alert">
      <EmptyState
        icon={<IconPlugOff size={40} aria-hidden="true" />}
        title={<h1>{t('shell.errorTitle')}</h1>}
        action={
          <Button kind="primary" onClick={retry}>
            {t('common.retry')}
          </Button>
        }
      >
        {isServer ? t('shell.errorServer') : t('shell.errorUnexpected')}
        {error instanceof ApiError && error.traceId ? (
          <div className="hint">{t('common.traceId', { traceId: error.traceId })}</div>
        ) : null}
      </EmptyState>
    </div>
  );
}

/** The page above where no shell stands around it: it brings the main landmark itself. */
export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <RouteErrorPage {...props} />
    </main>
  );
}

/** While a page's code or first data is on its way, after a short wait. */
export function PendingPage() {
  return (
    <div className="full-page">
      <Spinner size={28} label={t('common.loading')} />
    </div>
  );
}
