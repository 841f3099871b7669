import * as client from 'openid-client';
import { isAboutClient } from '../../../platform/identity-provider/client-accepted.ts';

/** Codes of the client for an answer that is none: too late, another status, no JSON. */
const unansweredCodes: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Error codes by which a provider itself says that it cannot just now (RFC 6749, section 4.1.2.1). */
const passing: ReadonlySet<unknown> = new Set(['server_error', 'temporarily_unavailable']);

/** Whether what the provider sent back with the browser says that it cannot, rather than that it will not. */
export const saysUnavailable = (error: string | undefined): boolean => passing.has(error);

/**
 * What a provider says of a code: of all it may say, only these are about what the browser brought. Some name one that is
 * no code of theirs at all a malformed request.
 */
const aboutCode: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request']);

/**
 * Whether the provider failed to answer (unreachable, too slow, an error of its own, no JSON, our client unknown to it)
 * rather than refused the code or sent something untrue: whoever signs in can do nothing about it.
 */
export function isUnanswered(error: unknown): boolean {
  if (isAboutClient(error)) return true;
  if (error instanceof client.ResponseBodyError) return !aboutCode.has(error.error);
  // Without a code of its own it passes on what the connection said.
  return error instanceof client.ClientError && (error.code === undefined || unansweredCodes.has(error.code));
}

/**
 * An address of the provider a browser may be sent to.
 * @throws when its description names something else than a web address, or an unencrypted one while the issuer's is not
 */
export function requireWebAddress(address: URL, issuer: string): URL {
  const isWeb = address.protocol === 'https:' || (address.protocol === 'http:' && issuer.startsWith('http:'));
  if (!isWeb) throw new Error('the provider names no web address');
  return address;
}
