import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import type { GuardContext } from './guards.ts';
import {
  adminGuard,
  depotanalysisGuard,
  loginGuard,
  permissionGuard,
  preregistrationGuard,
  tariffsGuard,
  visitorGuard,
} from './guards.ts';
import { aUser } from './user-for-test.ts';

const http = (status: number) => new ApiError({ kind: 'http', status, code: 'x' });
const away = new ApiError({ kind: 'network', status: 0, code: 'common.unavailable' });

function aContext(change: Partial<GuardContext> = {}): GuardContext {
  return {
    refreshTokenExists: () => false,
    currentUser: () => null,
    loadUser: () => Promise.reject(new Error('must not be asked')),
    registrationMode: () => Promise.resolve(1),
    ...change,
  };
}

const signedIn = { refreshTokenExists: () => true, loadUser: () => Promise.resolve(aUser()) };

describe('visitor guard', () => {
  it('lets strangers in without asking the server', async () => {
    expect(await visitorGuard(aContext())).toEqual({ kind: 'allow' });
  });

  it('sends a signed-in user on, to the wanted page first', async () => {
    expect(await visitorGuard(aContext(signedIn))).toEqual({ kind: 'redirect', to: '/contracts' });
    expect(await visitorGuard(aContext(signedIn), '/customers')).toEqual({
      kind: 'redirect',
      to: '/customers',
      keepsHash: true,
    });
    expect(await visitorGuard(aContext(signedIn), '//evil.example')).toEqual({
      kind: 'redirect',
      to: '/contracts',
    });
  });

  it.each(['/depotanalysis', '/depotanalysis/g%2F1', '/depotanalysis?step=2'])(
    'never sends a signed-in user in circles by way of %s',
    async (wanted) => {
      expect(await visitorGuard(aContext(signedIn), wanted)).toEqual({
        kind: 'redirect',
        to: '/contracts',
        says: 'signedInAlready',
      });
    },
  );

  it.each([http(401), http(503), away])(
    'keeps the sign-in page open when the user cannot be loaded',
    async (failure) => {
      const context = aContext({ refreshTokenExists: () => true, loadUser: () => Promise.reject(failure) });
      expect(await visitorGuard(context)).toEqual({ kind: 'allow' });
    },
  );
});

describe('somebody whose session is over', () => {
  /** The marker goes with the refused refresh, as the client does it; of a server in trouble it stays. */
  function over(failure: ApiError) {
    let hasToken = true;
    const loadUser = () => {
      hasToken = failure.status !== 401;
      return Promise.reject(failure);
    };
    return aContext({ refreshTokenExists: () => hasToken, loadUser });
  }

  it('is a visitor of the analysis, with the link that opens it', async () => {
    const context = over(http(401));
    const first = await depotanalysisGuard(context);
    expect(first).toMatchObject({ to: '/auth/login', returnUrl: '/depotanalysis', keepsHash: true });
    expect(await visitorGuard(context, '/depotanalysis')).toEqual({
      kind: 'redirect',
      to: '/depotanalysis',
      keepsHash: true,
    });
    expect(await depotanalysisGuard(context)).toEqual({ kind: 'allow' });
  });

  it('goes in no circle while the server is in trouble, and signs in for what is not a visitor’s', async () => {
    expect(await visitorGuard(over(http(503)), '/depotanalysis')).toEqual({ kind: 'allow' });
    expect(await visitorGuard(over(http(401)), '/customers')).toEqual({ kind: 'allow' });
  });
});

describe('login guard', () => {
  it('sends a stranger to the sign-in page with the way back', async () => {
    expect(await loginGuard(aContext(), '/contracts?search=x')).toEqual({
      kind: 'redirect',
      to: '/auth/login',
      returnUrl: '/contracts?search=x',
      keepsHash: true,
    });
  });

  it('leaves what stands behind # there, on the way to the sign-in and back', async () => {
    expect(await loginGuard(aContext(), '/my/analysis?step=2#7d3f0a54')).toEqual({
      kind: 'redirect',
      to: '/auth/login',
      returnUrl: '/my/analysis?step=2',
      keepsHash: true,
    });
    expect(await visitorGuard(aContext(signedIn), '/my/analysis#7d3f0a54')).toEqual({
      kind: 'redirect',
      to: '/my/analysis',
      keepsHash: true,
    });
  });

  it('carries no foreign address along', async () => {
    expect(await loginGuard(aContext(), '//evil.example')).toMatchObject({ returnUrl: undefined });
  });

  it('loads the user once the token exists, and not again', async () => {
    let loads = 0;
    const loadUser = () => {
      loads += 1;
      return Promise.resolve(aUser());
    };
    expect(await loginGuard(aContext({ ...signedIn, loadUser }), '/contracts')).toEqual({ kind: 'allow' });
    expect(await loginGuard(aContext({ ...signedIn, loadUser, currentUser: aUser }), '/contracts')).toEqual({
      kind: 'allow',
    });
    expect(loads).toBe(1);
  });

  it('sends to the sign-in page on 401', async () => {
    const context = aContext({ refreshTokenExists: () => true, loadUser: () => Promise.reject(http(401)) });
    expect(await loginGuard(context, '/customers')).toMatchObject({
      kind: 'redirect',
      returnUrl: '/customers',
    });
  });

  it.each([http(500), http(503), away])(
    'shows the error page when the server is in trouble',
    async (failure) => {
      const context = aContext({ refreshTokenExists: () => true, loadUser: () => Promise.reject(failure) });
      expect(await loginGuard(context, '/customers')).toEqual({ kind: 'fail', error: failure });
    },
  );
});

describe('guards of the visitor wizards', () => {
  it('is closed in registration mode 0, before anything else', async () => {
    const context = aContext({ ...signedIn, registrationMode: () => Promise.resolve(0) });
    expect(await depotanalysisGuard(context)).toEqual({
      kind: 'redirect',
      to: '/auth?reason=analysisClosed',
    });
    expect(await preregistrationGuard(context, 'g1')).toEqual({
      kind: 'redirect',
      to: '/auth?reason=invitationClosed',
    });
  });

  it('waits for the white label', async () => {
    let settle: (mode: number) => void = () => undefined;
    const registrationMode = () => new Promise<number>((resolve) => (settle = resolve));
    const decision = depotanalysisGuard(aContext({ registrationMode }));
    settle(1);
    expect(await decision).toEqual({ kind: 'allow' });
  });

  it('sends a user with a token to the sign-in page, which forwards', async () => {
    expect(await depotanalysisGuard(aContext(signedIn))).toEqual({
      kind: 'redirect',
      to: '/auth/login',
      returnUrl: '/depotanalysis',
      keepsHash: true,
    });
    expect(await preregistrationGuard(aContext(signedIn), 'g/1')).toMatchObject({
      returnUrl: '/depotanalysis/g%2F1',
    });
  });

  it('tells whoever is signed in why a link for visitors leads home', async () => {
    const home = { kind: 'redirect', to: '/contracts' };
    expect(await visitorGuard(aContext(signedIn), '/depotanalysis/g1')).toEqual({
      ...home,
      says: 'signedInAlready',
    });
    expect(await visitorGuard(aContext(signedIn), undefined, 'invitationClosed')).toEqual({
      ...home,
      says: 'invitationClosed',
    });
    expect(await visitorGuard(aContext(signedIn))).toEqual(home);
  });

  it('lets a stranger in', async () => {
    expect(await depotanalysisGuard(aContext())).toEqual({ kind: 'allow' });
    expect(await preregistrationGuard(aContext(), 'g1')).toEqual({ kind: 'allow' });
  });
});

describe('guards by right', () => {
  const toContracts = { kind: 'redirect', to: '/contracts', lacksRight: true };

  it('keeps the admin area to admin.access', () => {
    expect(adminGuard(aUser({ permissions: ['admin.access'] }))).toEqual({ kind: 'allow' });
    expect(adminGuard(aUser())).toEqual(toContracts);
    expect(adminGuard(null)).toEqual(toContracts);
  });

  it('keeps tariffs to canViewTariffs', () => {
    const user = aUser();
    expect(tariffsGuard(user)).toEqual(toContracts);
    expect(tariffsGuard({ ...user, clientConfig: { ...user.clientConfig, canViewTariffs: true } })).toEqual({
      kind: 'allow',
    });
  });

  it('asks for exactly the permission', () => {
    expect(permissionGuard(aUser(), 'contracts.view')).toEqual({ kind: 'allow' });
    expect(permissionGuard(aUser(), 'contracts')).toEqual(toContracts);
  });
});
