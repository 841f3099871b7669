import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { settingsSections } from '../areas/auth/settings-sections.ts';
import { shellRoute } from './shell.tsx';

const settingsIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profile' }, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/$section',
  beforeLoad: ({ params }) => {
    if (settingsSections.some((section) => section.name === params.section)) return;
    throw redirect({ to: '/settings/$section', params: { section: 'profile' }, replace: true });
  },
  component: lazyRouteComponent(() => import('../areas/auth/settings-page.tsx'), 'SettingsPage'),
});

export const settingsRoutes = [settingsIndexRoute, settingsRoute] as const;
