import { IconCompass, IconPlugOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { connectivityOf, useConnectivity } from '../platform/connectivity.ts';
import { loadUser } from '../platform/load-user.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { hasPermission, refreshTokenExists, useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import './pages.css';

/** No route at this address: says so, offers the way home, and to whoever has the list of contracts a search in it. */
export function NotFoundPage() {
  usePageTitle(t('shell.notFoundTitle'));
  const [searchText, setSearchText] = useState('');
  const navigate = useNavigate();
  // A customer has no list of contracts to search, and neither has who is not signed in.
  const searches = useSession(
    ({ user }) => hasPermission(user, 'contracts.view') && user?.ownCustomerId === undefined,
  );
  // No guard has asked who it is: at an address without a page nobody needs to be anybody.
  useEffect(() => {
    if (refreshTokenExists() && useSession.getState().user === null) loadUser().catch(() => undefined);
  }, []);
  return (
    <div className="full-page">
      <EmptyState
        icon={<IconCompass size={40} aria-hidden="true" />}
        title={<h1>{t('shell.notFoundTitle')}</h1>}
      >
        {t('shell.notFound')}
      </EmptyState>
      {!searches ? null : (
        <form
          className="full-page__search"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: '/contracts', search: { search: searchText.trim() || undefined } as never });
          }}
        >
          <TextField
            label={t('shell.searchLabel')}
            value={searchText}
            onChange={setSearchText}
            maxLength={100}
          />
          <Button type="submit">{t('shell.searchContracts')}</Button>
        </form>
      )}
      <Link to="/" className="ui-button ui-button--primary ui-button--medium">
        {t('shell.toHome')}
      </Link>
    </div>
  );
}

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

/** The two pages above where no shell stands around them: they bring the main landmark themselves. */
export function RootNotFoundPage() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

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
