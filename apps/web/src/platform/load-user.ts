import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { getAuthenticatedUser } from '@depotwerk/api/auth/auth';
import { callApi } from './api-client.ts';
import type { GuardContext } from './guards.ts';
import { refreshTokenExists, useSession } from './session.ts';
import { knownRegistrationMode } from './white-label.ts';

let loading: Promise<AuthenticatedUser> | undefined;

/** Loads the signed-in user once for all who ask meanwhile, and keeps it in the session. */
export function loadUser(): Promise<AuthenticatedUser> {
  loading ??= callApi(getAuthenticatedUser, {})
    .then((user) => {
      useSession.setState({ user });
      return user;
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/** The guards' view of the running application. */
export const guardContext: GuardContext = {
  refreshTokenExists: () => refreshTokenExists(),
  currentUser: () => useSession.getState().user,
  loadUser,
  registrationMode: () => knownRegistrationMode(),
};
