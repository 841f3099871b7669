import { createHash } from 'node:crypto';
import type { IdentityProviderDraft } from '@depotwerk/domain/identity-provider/check-identity-provider';
import * as client from 'openid-client';
import type { Reader } from '../database/database.ts';
import { allowsInnerHosts, countTenants } from '../mail/private-hosts.ts';
import { open } from '../secrets/envelope.ts';
import type { SignInServices } from '../services.ts';
import { clientSecretPlace } from './client-secret-place.ts';
import { createGuardedFetch, maxSeconds } from './guarded-fetch.ts';

/** The provider of one house, ready to be asked. */
export interface ProviderSettings extends IdentityProviderDraft {
  readonly id: string;
  readonly tenantId: string;
  /** null = a public client: PKCE alone. */
  readonly clientSecret: string | null;
}

interface Row extends Omit<ProviderSettings, 'clientSecret'> {
  envelope: unknown;
}

/** The provider of a tenant; null when none is set up. @throws EnvelopeBroken */
export async function readProviderSettings(
  services: { readonly database: Reader; readonly keys: SignInServices['keys'] },
  tenantId: string,
): Promise<ProviderSettings | null> {
  const [row] = await services.database.read<Row>(
    { tenantId, userId: null },
    {
      sql: `select id, tenant_id as "tenantId", issuer, client_id as "clientId", client_secret_envelope as envelope,
          button_text as "buttonText", is_active as "isActive", groups_claim as "groupsClaim", mappings,
          unknown_people as "unknownPeople", default_role_id as "defaultRoleId", accepts_factor as "acceptsFactor",
          factor_values as "factorValues"
        from identity_providers where tenant_id = $1`,
      parameters: [tenantId],
    },
  );
  if (!row) return null;
  const { envelope, ...settings } = row;
  const clientSecret =
    envelope === null
      ? null
      : open(services.keys.keyEncryption, clientSecretPlace(row.id), envelope).toString();
  return { ...settings, clientSecret };
}

const keptMilliseconds = 10 * 60_000;
const freshMilliseconds = 15_000;
const maxKept = 100;
/** Seconds the clocks of provider and server may be apart. */
export const clockTolerance = 30;

/** `fetch` for this installation as it is now. */
export async function fetchForProviders(
  services: Pick<SignInServices, 'database' | 'privateSignInHosts'>,
): Promise<ReturnType<typeof createGuardedFetch>> {
  const allowsInner = allowsInnerHosts(services.privateSignInHosts, await countTenants(services.database));
  return createGuardedFetch(allowsInner);
}

type Which = Pick<ProviderSettings, 'issuer' | 'clientId' | 'clientSecret'>;

/**
 * The client for a provider, from its own description. Signatures of its tokens are always checked, by keys it names.
 * @throws when it cannot be reached, or describes another issuer
 */
export async function discoverProvider(
  services: Pick<SignInServices, 'database' | 'privateSignInHosts'>,
  { issuer, clientId, clientSecret }: Which,
): Promise<client.Configuration> {
  const fetch = await fetchForProviders(services);
  // Plain http reaches this machine only: the fetch sees to it.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const described = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    [client.customFetch]: fetch,
    timeout: maxSeconds,
    execute,
  });
  const server = described.serverMetadata();
  if (server.issuer !== issuer) throw new Error('the provider describes another issuer');
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication =
    clientSecret === null
      ? client.None()
      : methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret);
  const configuration = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: clockTolerance },
    authentication,
  );
  configuration[client.customFetch] = fetch;
  configuration.timeout = maxSeconds;
  client.enableNonRepudiationChecks(configuration);
  for (const step of execute) step(configuration);
  return configuration;
}

type Whose = Which & Pick<ProviderSettings, 'tenantId'>;

const keyOf = ({ tenantId, issuer, clientId, clientSecret }: Whose): string =>
  createHash('sha256')
    .update(JSON.stringify([tenantId, issuer, clientId, clientSecret]))
    .digest('hex');

const kept = new Map<string, { readonly since: number; readonly found: Promise<client.Configuration> }>();

/**
 * The same, kept for ten minutes with the provider's keys; a failure is not kept.
 * @param isLeaving a browser is about to be sent there: the provider must have answered in the last seconds, or somebody
 * ends on an error page of the browser's own
 */
export function clientOf(
  services: Pick<SignInServices, 'database' | 'privateSignInHosts' | 'clock'>,
  settings: Whose,
  isLeaving = false,
): Promise<client.Configuration> {
  const key = keyOf(settings);
  const known = kept.get(key);
  const age = services.clock() - (known?.since ?? 0);
  if (known && age < (isLeaving ? freshMilliseconds : keptMilliseconds)) return known.found;
  if (kept.size >= maxKept) kept.clear();
  const entry = { since: services.clock(), found: discoverProvider(services, settings) };
  kept.set(key, entry);
  entry.found.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return entry.found;
}

/** A provider that stopped answering is asked anew by the next one who wants to go there. */
export const forgetClient = (settings: Whose): void => {
  kept.delete(keyOf(settings));
};
