import type { createdPasskey, usedPasskey } from '@depotwerk/api/auth/passkey-fields';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type * as z from 'zod/mini';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { t } from '../../../texts/texts.ts';

type Options = Readonly<Record<string, unknown>>;

/** Whether browser and address can do passkeys at all: an IP address has none. */
export const knowsPasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Whether one may be asked for here: not in a frame whose page is known to forbid it. */
export const canUsePasskeys = () => knowsPasskeys() && frameMay('publickey-credentials-get') !== false;

/** Whether one may be made here: in a frame only where the page around it allows it, as far as the browser tells. */
export const canMakePasskeys = () => knowsPasskeys() && frameMay('publickey-credentials-create') === true;

/** Whether the page around a frame allows something; null = the browser does not tell. Outside of frames all is allowed. */
function frameMay(feature: string): boolean | null {
  if (window.parent === window) return true;
  // Known to Chromium's engines alone; of others nothing is promised.
  const policy: unknown = Reflect.get(document, 'featurePolicy');
  const allows: unknown =
    typeof policy === 'object' && policy !== null && Reflect.get(policy, 'allowsFeature');
  return typeof allows === 'function' ? Reflect.apply(allows, policy, [feature]) === true : null;
}

/** Lets the device make a passkey. Throws when its owner says no. */
export async function makePasskey(options: Options): Promise<z.infer<typeof createdPasskey>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // Our server writes them with the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON });
}

/** Lets the device use a passkey. Throws when its owner says no. */
export async function askPasskey(options: Options): Promise<z.infer<typeof usedPasskey>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // Our server writes them with the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON });
}

/** The device is asked no longer: its owner has chosen another way. */
export async function stopAskingPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** What went wrong: the server's words, or that the device gave nothing. */
export const passkeyErrorOf = (error: unknown): string =>
  error instanceof ApiError ? errorMessageOf(error) : t('auth.passkey.notUsed');
