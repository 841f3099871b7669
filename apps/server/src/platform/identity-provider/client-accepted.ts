import * as client from 'openid-client';

/** How a provider says that it does not know us (RFC 6749, section 5.2). */
const refusals: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Whether an answer of the provider is about our client or its secret, of which nobody who signs in knows. */
export const isAboutClient = (error: unknown): boolean =>
  // Who was asked with Basic says it by a challenge, whatever stands in the body.
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && refusals.has(error.error));

/**
 * Whether the provider takes our client and secret: it is shown a code that never was one, of which it complains only after
 * it knows who asks. What else goes wrong says nothing against them.
 */
export async function isClientAccepted(provider: client.Configuration): Promise<boolean> {
  const code = client.randomState();
  try {
    await client.genericGrantRequest(provider, 'authorization_code', { code });
    return true;
  } catch (error) {
    return !isAboutClient(error);
  }
}
