import { IconCompass } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { loadUser } from '../platform/load-user.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { hasPermission, refreshTokenExists, useSession } from '../platform/session.ts';
import { allTexts, t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { PublicPage } from './public-page.tsx';
import './pages.css';

/** No route at this address: says so, offers the way home, and to whoever has the list of contracts a search in it. */
export function NotFound() {
  usePageTitle(t('shell.notFoundTitle'));
  const [searchText, setSearchText] = useState('');
  const navigate = useNavigate();
  // A customer has no list of contracts to search, and neither has who is not signed in.
  const searches = useSession(
    ({ user }) => hasPermission(user, 'contracts.view') && user?.ownCustomerId === undefined,
  );
  return (
    <div className="full-page">
      <EmptyState
        icon={<IconCompass size={40} aria-hidden="true" />}
        title={<PageHeading>{t('shell.notFoundTitle')}</PageHeading>}
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

/** What stands around the page of somebody who is signed in: her own navigation leads on. */
const ShellNotFound = lazy(async () => {
  const [{ AppShell }] = await Promise.all([import('./app-shell.tsx'), allTexts()]);
  return {
    default: () => (
      <AppShell>
        <NotFound />
      </AppShell>
    ),
  };
});

/**
 * No page of the application is at this address: a visitor who came by a wrong link from outside sees whose house this is, and whom to
 * ask; whoever is signed in and has nothing to do first keeps her navigation.
 */
export function FramedNotFound() {
  const user = useSession((state) => state.user);
  // No guard has asked who it is: at an address without a page nobody needs to be anybody.
  const [isUnknown, setUnknown] = useState(refreshTokenExists);
  useEffect(() => {
    if (!isUnknown || useSession.getState().user !== null) return;
    void loadUser()
      .catch(() => undefined)
      .then(() => setUnknown(false));
  }, [isUnknown]);
  if (user === null && isUnknown) {
    return (
      <div className="full-page">
        <Spinner size={28} label={t('common.loading')} />
      </div>
    );
  }
  if (user === null || user.mustChangePassword || user.clientConfig.requireSecondFactor) {
    return (
      <PublicPage>
        <NotFound />
      </PublicPage>
    );
  }
  return <ShellNotFound />;
}
