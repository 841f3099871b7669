import type { Environment } from '@depotwerk/api/white-label/white-label';
import { environment } from '@depotwerk/api/white-label/white-label';
import { parseKnown } from './without-unknown.ts';

/** Holds when the server gives no environment, for instance in the mobile shell without network. */
export const builtInEnvironment: Environment = {
  apiBaseUrl: '/api',
  translationId: 'de-DE',
  isProduction: true,
  mobileParentOrigins: [],
  buildVersion: 'unknown',
};

/** Reads /assets/environment.json; anything unusable falls back to the built-in environment. */
export async function loadEnvironment(fetcher: typeof fetch = fetch): Promise<Environment> {
  try {
    const answer = await fetcher('/assets/environment.json', { signal: AbortSignal.timeout(3000) });
    const parsed = parseKnown(environment, answer.ok ? await answer.json() : undefined);
    return parsed.success ? parsed.data : builtInEnvironment;
  } catch {
    return builtInEnvironment;
  }
}
