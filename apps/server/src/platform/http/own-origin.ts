import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '@depotwerk/api/call';
import { AppError } from './app-error.ts';

/**
 * Guards the calls that touch the refresh cookie against other sites: Origin and
 * Sec-Fetch-Site, where the browser sends them, must be ours. Calls that act on the cookie alone also
 * demand our own header, which a foreign form cannot set. Login carries JSON and a password: the first two do.
 * @throws AppError auth.foreignOrigin
 */
export function checkOwnOrigin(call: Call, headers: IncomingHttpHeaders, publicOrigin: string | null): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('auth.foreignOrigin');
  const origin = headers.origin;
  if (origin !== undefined && !isOwnOrigin(origin, headers.host, publicOrigin)) {
    throw new AppError('auth.foreignOrigin');
  }
  const hasCookie = (headers.cookie ?? '').includes('__Host-refresh=');
  if (call.id !== 'login' && hasCookie && headers['x-requested-with'] === undefined) {
    throw new AppError('auth.foreignOrigin');
  }
}

function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (publicOrigin !== null && origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
