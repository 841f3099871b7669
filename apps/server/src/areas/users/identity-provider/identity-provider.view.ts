import type { IdentityProvider } from '@depotwerk/api/identity-provider';
import type { Scope } from '../../../platform/scope.ts';
import type { SignInServices } from '../../../platform/services.ts';

type Stored = Omit<IdentityProvider, 'redirectUri' | 'logoutRedirectUri' | 'backChannelLogoutUri'>;

const empty: Stored = {
  isSetUp: false,
  issuer: '',
  clientId: '',
  buttonText: '',
  isActive: false,
  groupsClaim: null,
  mappings: [],
  unknownPeople: 'refuse',
  defaultRoleId: null,
  acceptsFactor: false,
  factorValues: ['mfa'],
  hasClientSecret: false,
  testedAt: null,
  rowVersion: 0,
};

/** The provider of the house without its secret, and what has to be entered there; suggestions before the first. */
export async function readIdentityProvider(
  services: Pick<SignInServices, 'settings'> & {
    readonly database: Pick<SignInServices['database'], 'read'>;
  },
  scope: Scope,
): Promise<IdentityProvider> {
  const [row] = await services.database.read<Stored>(scope, {
    sql: `select true as "isSetUp", issuer, client_id as "clientId", button_text as "buttonText", is_active as "isActive",
        groups_claim as "groupsClaim", mappings, unknown_people as "unknownPeople", default_role_id as "defaultRoleId",
        accepts_factor as "acceptsFactor", factor_values as "factorValues",
        client_secret_envelope is not null as "hasClientSecret", tested_at as "testedAt", row_version as "rowVersion"
      from identity_providers`,
    parameters: [],
  });
  const { publicOrigin } = services.settings;
  return {
    ...(row ?? empty),
    redirectUri: `${publicOrigin}/auth/oidc`,
    logoutRedirectUri: `${publicOrigin}/auth/login`,
    backChannelLogoutUri: `${publicOrigin}/api/auth/oidc/backchannel-logout`,
  };
}
