import { isIP } from 'node:net';
import { AppError } from '../../../platform/http/app-error.ts';
import { bareHost } from '../../../platform/http/bare-host.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { SignInServices } from '../../../platform/services.ts';

/** Whom passkeys belong to: a host name, and the one address they may be used from. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The public address of the installation or, on the machine itself, `localhost`. WebAuthn knows no passkeys for IP
 * addresses, and a host somebody else names in a request is believed only where it is `localhost`.
 */
export function findRelyingParty(services: SignInServices, context: RequestContext): RelyingParty | null {
  const address = new URL(services.settings.publicOrigin);
  if (context.host === address.host) {
    const isName = isIP(bareHost(address.hostname)) === 0;
    return isName ? { id: address.hostname, origin: address.origin } : null;
  }
  const isLocal = /^localhost(:\d{1,5})?$/.test(context.host) && address.protocol === 'http:';
  return isLocal ? { id: 'localhost', origin: `http://${context.host}` } : null;
}

/** @throws AppError auth.passkeyUnavailable */
export function requireRelyingParty(services: SignInServices, context: RequestContext): RelyingParty {
  const party = findRelyingParty(services, context);
  if (!party) throw new AppError('auth.passkeyUnavailable');
  return party;
}
