import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loginGuard, visitorGuard } from '../platform/guards.ts';
import { landingPage } from '../platform/landing.ts';
import { guardContext } from '../platform/load-user.ts';
import { choiceParam, textParam } from '../platform/search-params.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import { showToast } from '../ui/toast.tsx';
import { enforce } from './enforce.ts';
import { rootRoute } from './root.tsx';

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  beforeLoad: async ({ location }) => {
    const search: Record<string, unknown> = location.search;
    const decision = await visitorGuard(guardContext, textParam(search['returnUrl'], 2000), search['reason']);
    if (decision.kind === 'redirect' && decision.says)
      showToast(t(`auth.login.${decision.says}`), { stays: true });
    enforce(decision);
  },
  component: lazyRouteComponent(() => import('../areas/auth/auth-layout.tsx'), 'AuthLayout'),
});

/** Why somebody stands at the sign-in: asked to leave, session over, left in another window, or what she wanted is closed. */
const reasons = ['requested', 'sessionLost', 'otherTab', 'analysisClosed', 'invitationClosed'] as const;

export interface LoginSearch {
  returnUrl?: string | undefined;
  reason?: (typeof reasons)[number] | undefined;
}

const authIndexRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): Pick<LoginSearch, 'reason'> => ({
    reason: choiceParam(search['reason'], reasons),
  }),
  beforeLoad: ({ search: { reason } }) => {
    throw redirect({ to: '/auth/login', search: { reason }, replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'login',
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    returnUrl: textParam(search['returnUrl'], 2000),
    reason: choiceParam(search['reason'], reasons),
  }),
  component: lazyRouteComponent(() => import('../areas/auth/login-page.tsx'), 'LoginPage'),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'second-factor',
  validateSearch: (search: Record<string, unknown>): Pick<LoginSearch, 'returnUrl'> => ({
    returnUrl: textParam(search['returnUrl'], 2000),
  }),
  component: lazyRouteComponent(() => import('../areas/auth/second-factor-page.tsx'), 'SecondFactorPage'),
});

const providerRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'oidc',
  component: lazyRouteComponent(() => import('../areas/auth/provider-page.tsx'), 'ProviderPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'forgot-password',
  component: lazyRouteComponent(() => import('../areas/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

export interface ActivationSearch {
  guid?: string | undefined;
  userName?: string | undefined;
}

const validateActivationSearch = (search: Record<string, unknown>): ActivationSearch => ({
  guid: textParam(search['guid'], 40),
  userName: textParam(search['userName'], 100),
});

const activationRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'activation',
  validateSearch: validateActivationSearch,
  component: lazyRouteComponent(() => import('../areas/auth/activation-page.tsx'), 'ActivationPage'),
});

const resetTokenRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'activation/reset-token',
  validateSearch: validateActivationSearch,
  component: lazyRouteComponent(() => import('../areas/auth/reset-token-page.tsx'), 'ResetTokenPage'),
});

const credentialsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'activation/credentials',
  validateSearch: validateActivationSearch,
  component: lazyRouteComponent(() => import('../areas/auth/credentials-page.tsx'), 'CredentialsPage'),
});

const registrationRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'registration',
  validateSearch: (search: Record<string, unknown>): { guid?: string | undefined } => ({
    guid: textParam(search['guid'], 40),
  }),
  component: lazyRouteComponent(() => import('../areas/auth/registration-page.tsx'), 'RegistrationPage'),
});

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  component: lazyRouteComponent(() => import('../areas/auth/logout-page.tsx'), 'LogoutPage'),
});

/** In the frame of visitors: the shell would ask for what does not answer yet. */
const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'newPassword',
  beforeLoad: async ({ location }) => {
    enforce(await loginGuard(guardContext, location.href));
    const { user } = useSession.getState();
    if (user && !user.mustChangePassword) throw redirect({ to: landingPage(user), replace: true });
  },
  component: lazyRouteComponent(() => import('../areas/auth/auth-layout.tsx'), 'AuthLayout'),
});

const newPasswordPageRoute = createRoute({
  getParentRoute: () => newPasswordRoute,
  path: '/new-password',
  component: lazyRouteComponent(() => import('../areas/auth/new-password-page.tsx'), 'NewPasswordPage'),
});

const demoOutboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/demo/outbox',
  component: lazyRouteComponent(() => import('../areas/auth/demo-outbox-page.tsx'), 'DemoOutboxPage'),
});

export const authRoutes = [
  authRoute.addChildren([
    authIndexRoute,
    loginRoute,
    secondFactorRoute,
    providerRoute,
    forgotPasswordRoute,
    activationRoute,
    resetTokenRoute,
    credentialsRoute,
    registrationRoute,
  ]),
  newPasswordRoute.addChildren([newPasswordPageRoute]),
  logoutRoute,
  demoOutboxRoute,
] as const;
