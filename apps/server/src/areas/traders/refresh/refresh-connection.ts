import { openAccess } from '../credentials/trader-access.view.ts';
import type { TraderIssuer } from '../credentials/trader-issuer.view.ts';
import type { PositionFolders } from '../gateway/file/position-folders.ts';
import type { TraderAccess, TraderGateway } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';

/** What the refresh needs of the services; `positionFolders` gives the reader of an institution's position files. */
export type RefreshServices = Pick<TraderServices, 'database' | 'keys' | 'gateways'> & {
  readonly positionFolders: PositionFolders;
  /** Counts and sums of a tenant's lists are out of date. */
  readonly forgetCounts: (tenantId: string) => void;
};

export interface Connection {
  readonly gateway: TraderGateway;
  readonly access: TraderAccess;
}

/**
 * The way to an institution for a user: a bank with his stored password, or the institution's position files.
 * @throws TraderFault when the password is missing or no good, and for kinds without an adapter
 */
export async function connect(
  services: RefreshServices,
  who: { readonly tenantId: string; readonly userId: string },
  issuer: TraderIssuer,
): Promise<Connection> {
  if (issuer.traderKind === 'file') {
    const { issuerId, bankId } = issuer;
    return {
      gateway: await services.positionFolders.of(who.tenantId, issuerId),
      access: { issuerId, bankId, loginName: '', password: '' },
    };
  }
  const gateway = services.gateways.of(issuer.traderKind);
  return { gateway, access: openAccess(services, who, issuer) };
}
