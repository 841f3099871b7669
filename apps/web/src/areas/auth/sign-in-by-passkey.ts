import { signInWithPasskey, startPasskeySignIn } from '@depotwerk/api/auth/passkeys';
import { callApi } from '../../platform/api-client.ts';
import { loadUser } from '../../platform/load-user.ts';
import { storeTokens } from '../../platform/session.ts';
import { askPasskey } from './public/use-passkey.ts';
import { clientType, deviceName, type PendingSignIn, usePendingSignIn } from './sign-in.ts';

/** Signs in with a passkey alone. Throws when the device gives none or the server takes none. */
export async function signInByPasskey(): Promise<void> {
  const response = await askPasskey(await callApi(startPasskeySignIn, {}));
  const kind = clientType();
  // A server of the release before takes no other kind than that of a browser, and not its name.
  const body = {
    response,
    deviceName: deviceName(navigator.userAgent),
    ...(kind === 'mobile' && { clientType: kind }),
  };
  storeTokens(await callApi(signInWithPasskey, { body }));
  usePendingSignIn.setState({ pending: null });
  await loadUser();
}

/** Confirms a pending sign-in with a passkey: chooses it, lets the device sign, and hands the answer in. */
export async function confirmByPasskey(pending: PendingSignIn, tokenProviderId: string): Promise<boolean> {
  await pending.confirm({ tokenProviderId });
  const options = usePendingSignIn.getState().pending?.challenge.passkeyOptions;
  if (!options) throw new Error('The server gave no options for the passkey');
  const passkey = await askPasskey(options);
  return pending.confirm({ tokenProviderId, passkey });
}
