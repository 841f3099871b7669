import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { login } from '@depotwerk/api/auth/auth';
import type { usedPasskey } from '@depotwerk/api/auth/passkey-fields';
import type { Challenge } from '@depotwerk/api/challenge';
import type * as z from 'zod/mini';
import { create } from 'zustand';
import { callApi } from '../../platform/api-client.ts';
import { landingPage } from '../../platform/landing.ts';
import { loadUser } from '../../platform/load-user.ts';
import { onLogout } from '../../platform/logout.ts';
import { wholeWayBack } from '../../platform/return-url.ts';
import { storeTokens } from '../../platform/session.ts';
import { useUiState } from '../../platform/ui-state.ts';

/** A sign-in that waits for its second factor; `confirm` holds what was shown before, in memory only. */
export interface PendingSignIn {
  challenge: Challenge;
  /** Chooses a way, or answers it. True when signed in. */
  confirm: (factor: Factor) => Promise<boolean>;
}

export const usePendingSignIn = create<{ pending: PendingSignIn | null }>()(() => ({ pending: null }));
onLogout(() => usePendingSignIn.setState({ pending: null }, true));

export interface Factor {
  tokenProviderId: string;
  /** The code; absent only to have one sent by SMS. */
  token?: string | undefined;
  /** The answer of a chosen passkey. */
  passkey?: z.infer<typeof usedPasskey>;
}

/** Signs in. True when done; false when a second factor is asked first, which is then kept as pending. */
export async function signIn(userName: string, password: string, factor?: Factor): Promise<boolean> {
  const { pending } = usePendingSignIn.getState();
  const answer = await callApi(login, {
    body: {
      userName,
      password,
      deviceName: deviceName(navigator.userAgent),
      clientType: clientType(),
      ...(factor && pending
        ? {
            challengeId: pending.challenge.challengeId,
            tokenProviderId: factor.tokenProviderId,
            ...(factor.token === undefined ? {} : { token: factor.token }),
            ...(factor.passkey && { passkey: factor.passkey }),
          }
        : {}),
    },
  });
  if ('secondFactor' in answer) {
    const confirm = (next: Factor) => signIn(userName, password, next);
    usePendingSignIn.setState({ pending: { challenge: answer.secondFactor, confirm } });
    return false;
  }
  usePendingSignIn.setState({ pending: null });
  storeTokens(answer);
  await loadUser();
  return true;
}

/** Where to go after signing in: the page that was wanted, else where the user's work begins. */
export function continueAfterSignIn(returnUrl: string | undefined, user: AuthenticatedUser | null): string {
  return wholeWayBack(returnUrl) ?? (user === null ? '/contracts' : landingPage(user));
}

/** Cookies do not reach the frame of the mobile app: there the session lives in memory, as one the app hands over does. */
export const clientType = (): 'web' | 'mobile' =>
  useUiState.getState().mode === 'mobileApp' ? 'mobile' : 'web';

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
