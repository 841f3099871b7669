import type { IdentityProvider } from '@depotwerk/api/users/identity-provider';
import { emptyProvider } from '@depotwerk/domain/identity-provider/check-identity-provider';
import type { Reader } from '../../../platform/database/database.ts';
import { houseOrigin } from '../../../platform/house-origin.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { clientSecretPlace } from '../../../platform/identity-provider/client-secret-place.ts';
import { closedSecret } from '../../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../../platform/services.ts';

type Stored = Omit<IdentityProvider, 'redirectUri' | 'logoutRedirectUri' | 'backChannelLogoutUri'>;

const empty: Stored = {
  ...emptyProvider,
  isSetUp: false,
  mappings: [],
  factorValues: [...emptyProvider.factorValues],
  hasClientSecret: false,
  testedAt: null,
  rowVersion: 0,
};

/** The provider of the house without its secret, and what has to be entered there; suggestions before the first. */
export async function readIdentityProvider(
  services: Pick<SignInServices, 'settings' | 'keys'> & {
    readonly database: Reader;
  },
  { scope, host }: Pick<SignedInContext, 'scope' | 'host'>,
): Promise<IdentityProvider> {
  const [row] = await services.database.read<Stored & { id: string; envelope: unknown }>(scope, {
    sql: `select true as "isSetUp", issuer, client_id as "clientId", button_text as "buttonText", is_active as "isActive",
        groups_claim as "groupsClaim", mappings, unknown_people as "unknownPeople", default_role_id as "defaultRoleId",
        accepts_factor as "acceptsFactor", factor_values as "factorValues",
        client_secret_envelope is not null as "hasClientSecret", tested_at as "testedAt", row_version as "rowVersion",
        id::text as id, client_secret_envelope as envelope
      from identity_providers`,
    parameters: [],
  });
  const origin = await houseOrigin(services.database, scope, services.settings.publicOrigin, host);
  const { id, envelope, ...stored } = row ?? { ...empty, id: '', envelope: null };
  return {
    ...stored,
    ...closedSecret(services.keys.keyEncryption, clientSecretPlace(id), envelope),
    redirectUri: `${origin}/auth/oidc`,
    logoutRedirectUri: `${origin}/auth/login`,
    backChannelLogoutUri: `${origin}/api/auth/oidc/backchannel-logout`,
  };
}
