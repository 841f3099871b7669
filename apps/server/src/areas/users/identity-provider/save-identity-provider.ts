import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  checkIdentityProvider as checkCall,
  putIdentityProvider as putCall,
} from '@depotwerk/api/users/identity-provider';
import { checkIdentityProvider } from '@depotwerk/domain/identity-provider/check-identity-provider';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import {
  refuseIssues,
  storedText,
  unknownReference,
  waitForTurn,
  withCurrent,
} from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { bareHost } from '../../../platform/http/bare-host.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerPrepared } from '../../../platform/idempotency.ts';
import { isClientAccepted } from '../../../platform/identity-provider/client-accepted.ts';
import { clientSecretPlace } from '../../../platform/identity-provider/client-secret-place.ts';
import {
  discoverProvider,
  readProviderSettings,
} from '../../../platform/identity-provider/identity-provider.ts';
import { allowsInnerHosts, countTenants, isInnerHost } from '../../../platform/mail/private-hosts.ts';
import {
  keepingAnAdministrator,
  permissionsOfRole,
  requireWholeHouse,
  requireWithinOwnRights,
} from '../../../platform/own-rights.ts';
import type { Scope } from '../../../platform/scope.ts';
import { seal } from '../../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { requireGivableRole } from '../givable-role.ts';
import { keepCustomersSeen } from '../keep-customers-seen.ts';
import { readIdentityProvider } from './identity-provider.view.ts';

type Draft = CallInput<typeof putCall>['body'];

/**
 * Sets the provider of the house. No claim gives a role that is more than the caller has.
 * @throws 400 with the fields that are wrong, 412 when somebody else was faster, users.aboveOwnRights, roles.lastAdministrator,
 *   groups.customersUnseen
 */
export const putIdentityProvider: Verb<typeof putCall, SignInServices> = async (
  services,
  context,
  { body },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editRoles', 'userManagement.editUsers');
  refuseIssues(checkIdentityProvider(body));
  const mayBeInner = allowsInnerHosts(services.privateSignInHosts, await countTenants(services.database));
  const { protocol, hostname } = new URL(body.issuer);
  if (!mayBeInner && (protocol !== 'https:' || isInnerHost(bareHost(hostname))))
    refuseIssues([{ path: 'issuer', code: 'innerHost' }]);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      // Another provider, or none, lets nobody in whom only this one did. One that is switched off keeps its links, and may be
      // switched off in a hurry: nobody's customers are asked for then.
      const id = await keepingAnAdministrator(transaction, () =>
        keepCustomersSeen(transaction, scope, async () => {
          await requireReferences(transaction, scope, body);
          return store(transaction, services, context, body);
        }),
      );
      const { clientSecret: _secret, ...told } = body;
      await writeAudit(transaction, {
        actor,
        action: 'auth.editProvider',
        objectType: 'identityProvider',
        objectId: id,
        after: told,
        details: {
          issuer: body.issuer,
          isActive: body.isActive,
          unknownPeople: body.unknownPeople,
          acceptsFactor: body.acceptsFactor,
        },
      });
    });
  await withCurrent(write, () => readIdentityProvider(services, context));
  return readIdentityProvider(services, context);
};

async function store(
  transaction: Transaction<Schema>,
  services: SignInServices,
  { scope, ifMatch }: SignedInContext,
  body: Draft,
): Promise<string> {
  await waitForTurn(transaction, 'identity_providers');
  const { rows } = await sql<{
    id: string;
    version: number;
    issuer: string;
    clientId: string;
    envelope: unknown;
  }>`
    select id, row_version as version, issuer, client_id as "clientId", client_secret_envelope as envelope
      from identity_providers for update`.execute(transaction);
  const stored = rows[0];
  if ((stored?.version ?? 0) !== ifMatch) throw new AppError('common.versionConflict');
  const id = stored?.id ?? randomUUID();
  const secret = storedText(body.clientSecret);
  // A secret belongs to the provider it was given for: another one must not be sent the old one.
  const isSame = stored?.issuer === body.issuer && stored.clientId === body.clientId;
  const kept = isSame ? stored.envelope : null;
  const envelope =
    secret === null ? kept : seal(services.keys.keyEncryption, clientSecretPlace(id), Buffer.from(secret));
  await sql`insert into identity_providers (tenant_id, id, issuer, client_id, client_secret_envelope, button_text, is_active,
      groups_claim, mappings, unknown_people, default_role_id, accepts_factor, factor_values)
    values (${scope.tenantId}, ${id}, ${body.issuer}, ${body.clientId},
      ${envelope === null ? null : JSON.stringify(envelope)}::jsonb, ${body.buttonText}, ${body.isActive},
      ${storedText(body.groupsClaim)}, ${JSON.stringify(body.mappings)}::jsonb, ${body.unknownPeople},
      ${body.defaultRoleId}, ${body.acceptsFactor}, ${body.factorValues}::text[])
    on conflict (tenant_id, id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret_envelope = excluded.client_secret_envelope, button_text = excluded.button_text,
      is_active = excluded.is_active, groups_claim = excluded.groups_claim, mappings = excluded.mappings,
      unknown_people = excluded.unknown_people, default_role_id = excluded.default_role_id,
      accepts_factor = excluded.accepts_factor, factor_values = excluded.factor_values,
      tested_at = case when ${isSame && secret === null} then identity_providers.tested_at end`.execute(
    transaction,
  );
  return id;
}

/** Roles and groups that are named exist, and the roles are no more than the caller has and none of customers. */
async function requireReferences(
  transaction: Transaction<Schema>,
  scope: Scope,
  { mappings, defaultRoleId }: Draft,
): Promise<void> {
  const roles = [
    { path: 'defaultRoleId', id: defaultRoleId },
    ...mappings.map(({ roleId }, index) => ({ path: `mappings.${index}.roleId`, id: roleId })),
  ];
  for (const { path, id } of roles) {
    if (id === null) continue;
    await requireGivableRole(transaction, path, id);
    requireWithinOwnRights(scope, await permissionsOfRole(transaction, id));
  }
  for (const [index, { groupId }] of mappings.entries()) {
    if (groupId === null) continue;
    const { rows } = await sql`select 1 from groups where id = ${groupId} for share`.execute(transaction);
    if (rows.length === 0) throw unknownReference(`mappings.${index}.groupId`);
  }
}

/** Asks the provider for its description, now and anew. @throws auth.providerUnavailable when none is set up */
export async function checkProvider(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof checkCall>> {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editRoles', 'userManagement.editUsers');
  type Outcome = CallAnswer<typeof checkCall>;
  const ask = async (): Promise<Outcome> => {
    const settings = await readProviderSettings(services, scope.tenantId);
    if (!settings) throw new AppError('auth.providerUnavailable');
    try {
      const provider = await discoverProvider(services, settings);
      const server = provider.serverMetadata();
      const reason = await whatIsMissing(provider);
      return {
        isReached: reason === null,
        reason,
        endsSessions: server.end_session_endpoint !== undefined,
        tellsEndOfSessions: server['backchannel_logout_supported'] === true,
      };
    } catch (error) {
      return { isReached: false, reason: wordsFor(error), endsSessions: false, tellsEndOfSessions: false };
    }
  };
  const record = async (transaction: Transaction<Schema>, outcome: Outcome): Promise<Outcome> => {
    if (outcome.isReached)
      await sql`update identity_providers set tested_at = ${new Date(services.clock()).toISOString()}`.execute(
        transaction,
      );
    await writeAudit(transaction, {
      actor,
      action: 'auth.checkProvider',
      objectType: 'identityProvider',
      details: { isReached: outcome.isReached },
    });
    return outcome;
  };
  return answerPrepared(services.database, context, 'checkIdentityProvider', {}, ask, record);
}

async function whatIsMissing(provider: Awaited<ReturnType<typeof discoverProvider>>): Promise<string | null> {
  const { jwks_uri: keys, authorization_endpoint: page } = provider.serverMetadata();
  if (keys === undefined || page === undefined)
    return 'Der Anmeldedienst nennt keine Schlüssel oder keine Anmeldeseite.';
  return (await isClientAccepted(provider))
    ? null
    : 'Der Anmeldedienst antwortet, nimmt aber Client-ID oder Client-Geheimnis nicht an. Bitte vergleichen Sie beide mit seinen Angaben.';
}

/** The same for unknown names and inner ones, so that nobody explores our network with it. */
const wordsFor = (error: unknown): string =>
  error instanceof Error && /issuer/.test(error.message)
    ? 'Unter dieser Adresse meldet sich ein anderer Aussteller. Bitte übernehmen Sie die Adresse genau so, wie der Anmeldedienst sie nennt, auch den Schrägstrich am Ende.'
    : 'Unter dieser Adresse antwortet kein Anmeldedienst, der OpenID Connect spricht.';
