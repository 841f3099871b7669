import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { settingsSections } from '../areas/auth/settings-sections.ts';
import { shellRoute } from './shell.tsx';

/** Where the pages lie is loaded with the first of them, not with the page of the sign-in. */
const pages = () => import('./pages-after-sign-in.ts');

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
  component: lazyRouteComponent(async () => (await pages()).settingsPage(), 'SettingsPage'),
});

export const settingsRoutes = [settingsIndexRoute, settingsRoute] as const;
