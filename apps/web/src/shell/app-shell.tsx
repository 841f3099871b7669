import {
  IconHelpCircle,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { SetupReturn } from '../areas/setup/setup-return.tsx';
import { changeDisplaySettings, useStoredDisplay } from '../platform/display-settings.ts';
import { errorMessageOf } from '../platform/error-texts.ts';
import { mayChange, useSession } from '../platform/session.ts';
import { chooseTheme, useTheme } from '../platform/theme.ts';
import { useWhiteLabel } from '../platform/white-label.ts';
import { t } from '../texts/texts.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { Brand } from './brand.tsx';
import { LegalLinks } from './legal-links.tsx';
import { NavigationList } from './navigation-list.tsx';
import { SessionExpiring } from './session-expiring.tsx';
import { openShellDialog } from './shell-keys.ts';
import { Shortcuts } from './shortcuts.tsx';
import './app-shell.css';
import { keysSaid } from '../ui/keys-said.ts';

const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}));

const TraderDesk = lazy(async () => ({
  default: (await import('../areas/traders/trader-desk.tsx')).TraderDesk,
}));

const LiveChanges = lazy(async () => ({
  default: (await import('../platform/live/live-changes.tsx')).LiveChanges,
}));

const OwnRights = lazy(async () => ({
  default: (await import('./own-rights.tsx')).OwnRights,
}));

const Returning = lazy(async () => ({
  default: (await import('./returning.tsx')).Returning,
}));

const NotificationBell = lazy(async () => ({
  default: (await import('../areas/notifications/notification-bell.tsx')).NotificationBell,
}));

const ViewingBanner = lazy(async () => ({
  default: (await import('./viewing-banner.tsx')).ViewingBanner,
}));

/**
 * The signed-in application: bar on top, rail with the navigation (drawer on the phone), main outlet; or what stands in its place at an
 * address without a page.
 */
export function AppShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const user = useSession((state) => state.user);
  const { isDemo } = useWhiteLabel();
  useStoredDisplay();
  return (
    <div className="shell">
      <a className="shell__skip" href="#content">
        {t('shell.skipToContent')}
      </a>
      <header className="shell__bar" data-no-print>
        <span className="shell__burger">
          <IconButton
            label={t('shell.openNavigation')}
            icon={<IconMenu2 size={22} />}
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
          />
        </span>
        <Link to="/contracts" className="shell__brand">
          <Brand />
        </Link>
        {isDemo ? <span className="shell__demo">{t('shell.demo')}</span> : null}
        <span className="shell__spacer" />
        <IconButton
          label={keysSaid(t('palette.open'))}
          aria-keyshortcuts="Control+K Meta+K"
          icon={<IconSearch size={20} />}
          onClick={() => openShellDialog('palette')}
        />
        {user !== null && user.ownCustomerId === undefined && !user.viewing ? (
          <span className="shell__bell">
            <Suspense fallback={null}>
              <NotificationBell />
            </Suspense>
          </span>
        ) : null}
        <span className="shell__theme">
          <ThemeToggle />
        </span>
        <UserMenu />
      </header>
      <div className="shell__rail" data-no-print>
        <NavigationList />
        <LegalLinks />
      </div>
      {isDrawerOpen ? (
        <Suspense fallback={null}>
          <NavigationDrawer onClose={() => setDrawerOpen(false)} />
        </Suspense>
      ) : null}
      <main id="content" className="shell__main" tabIndex={-1}>
        {user?.viewing ? (
          <Suspense fallback={null}>
            <ViewingBanner viewing={user.viewing} />
          </Suspense>
        ) : null}
        <SetupReturn />
        {children}
      </main>
      {user !== null ? (
        <Suspense fallback={null}>
          <LiveChanges isHouse={user.ownCustomerId === undefined} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <OwnRights />
        <Returning />
      </Suspense>
      <SessionExpiring />
      <Shortcuts />
      {!user?.viewing &&
      (mayChange(user, 'traderCredentials.use') || mayChange(user, 'contracts.refresh')) ? (
        <Suspense fallback={null}>
          <TraderDesk />
        </Suspense>
      ) : null}
    </div>
  );
}

function ThemeToggle() {
  const isDark = useTheme((state) => state.isDark);
  const toggle = async () => {
    const theme = isDark ? 'light' : 'dark';
    chooseTheme(theme);
    try {
      await changeDisplaySettings({ theme });
    } catch (error) {
      // It holds on this device at least; a dialog would be too much for a colour.
      showToast(errorMessageOf(error), { tone: 'bad' });
    }
  };
  return (
    <IconButton
      label={isDark ? t('shell.themeToLight') : t('shell.themeToDark')}
      icon={isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
      onClick={() => void toggle()}
    />
  );
}

function UserMenu() {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <Menu
      heading={
        <>
          <strong>{user.fullName}</strong>
          <div>{user.userName}</div>
          <div>{user.roleName}</div>
        </>
      }
      entries={[
        ...(user.viewing
          ? []
          : [
              {
                key: 'settings',
                label: t('shell.settings'),
                icon: <IconSettings size={18} />,
                onSelect: () => void navigate({ to: '/settings/$section', params: { section: 'profile' } }),
              },
            ]),
        {
          key: 'help',
          label: t('help.open'),
          icon: <IconHelpCircle size={18} />,
          onSelect: () => openShellDialog('help'),
        },
        {
          key: 'logout',
          label: t('shell.logout'),
          icon: <IconLogout size={18} />,
          onSelect: () => void navigate({ to: '/logout' }),
        },
      ]}
      trigger={
        <button type="button" className="shell__avatar">
          <span className="visually-hidden">{`${t('shell.userMenu')}: ${user.fullName}`}</span>
          <span aria-hidden="true">{initialsOf(user.fullName)}</span>
        </button>
      }
    />
  );
}

/** "Maria Weber" → "MW". */
export function initialsOf(fullName: string): string {
  const words = fullName.split(/[\s-]+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${words[0]?.[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase();
}
