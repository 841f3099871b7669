import { login } from '@depotwerk/api/auth';
import type { Challenge } from '@depotwerk/api/second-factor';
import { create } from 'zustand';
import { callApi } from '../../platform/api-client.ts';
import { loadUser } from '../../platform/load-user.ts';
import { onLogout } from '../../platform/logout.ts';
import { safeReturnUrl } from '../../platform/return-url.ts';
import { storeTokens } from '../../platform/session.ts';

/** A sign-in that waits for its second factor. The password stays in memory until the factor is confirmed. */
interface PendingSignIn {
  userName: string;
  password: string;
  challenge: Challenge;
}

export const usePendingSignIn = create<{ pending: PendingSignIn | null }>()(() => ({ pending: null }));
onLogout(() => usePendingSignIn.setState({ pending: null }, true));

export interface Factor {
  tokenProviderId: string;
  /** The code; absent only to have one sent by SMS. */
  token?: string | undefined;
}

/** Signs in. True when done; false when a second factor is asked first, which is then kept as pending. */
export async function signIn(userName: string, password: string, factor?: Factor): Promise<boolean> {
  const { pending } = usePendingSignIn.getState();
  const answer = await callApi(login, {
    body: {
      userName,
      password,
      deviceName: deviceName(navigator.userAgent),
      clientType: 'web',
      ...(factor && pending
        ? {
            challengeId: pending.challenge.challengeId,
            tokenProviderId: factor.tokenProviderId,
            ...(factor.token === undefined ? {} : { token: factor.token }),
          }
        : {}),
    },
  });
  if ('secondFactor' in answer) {
    usePendingSignIn.setState({ pending: { userName, password, challenge: answer.secondFactor } });
    return false;
  }
  usePendingSignIn.setState({ pending: null });
  storeTokens(answer);
  await loadUser();
  return true;
}

const startPages = ['/contracts', '/customers', '/workbench'];

/** Where to go after signing in: the page that was wanted, else the chosen start page, else the contracts (G-20). */
export function continueAfterSignIn(returnUrl: string | undefined, startPage: string | undefined): string {
  return safeReturnUrl(returnUrl) ?? startPages.find((page) => page === startPage) ?? '/contracts';
}

/** "Chrome, Windows": what the list of sessions shows. */
export function deviceName(userAgent: string): string {
  const browsers = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const;
  const systems = [
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS X', 'macOS'],
    ['Linux', 'Linux'],
  ] as const;
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? 'Browser';
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  return system ? `${browser}, ${system}` : browser;
}
