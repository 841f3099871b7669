import { tryOpen } from '../../../platform/secrets/envelope.ts';
import { type TraderAccess, TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { credentialPlace } from './credential-place.ts';
import { listTraderIssuers, readTraderIssuer, type TraderIssuer } from './trader-issuer.view.ts';

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}

type Needs = Pick<TraderServices, 'database' | 'keys'>;

/** The stored password could not be used: nobody typed it in yet, it was deleted, or its keys are gone. */
export const passwordMissingCode = 'passwordMissing';

/**
 * The user's access to a bank with its password in the clear: pass it to the gateway and let it go.
 * @throws TraderFault wrongPassword (traderCode `passwordMissing`) without a usable password, mustUpdatePassword and
 * locked when the bank said so at the last sign-in; AppError common.notFound for an unknown institution
 */
export async function readTraderAccess(services: Needs, who: Who, issuerId: number): Promise<TraderAccess> {
  return openAccess(services, who, await readTraderIssuer(services.database, who, issuerId));
}

/** Ids of the banks whose password is stored and good. */
export async function listUsableIssuers(services: Needs, who: Who): Promise<number[]> {
  const issuers = await listTraderIssuers(services.database, who);
  return issuers.filter((each) => each.status === 'valid').map((each) => each.issuerId);
}

/** As `readTraderAccess`, for an institution that was read already. */
export function openAccess(services: Needs, who: Who, issuer: TraderIssuer): TraderAccess {
  const { issuerId, bankId, loginName, status, credentialId, passwordEnvelope } = issuer;
  if (status === 'mustUpdatePassword') throw new TraderFault('mustUpdatePassword', '');
  if (status === 'locked') throw new TraderFault('locked', '');
  const password =
    status === 'valid' && credentialId !== null
      ? tryOpen(
          services.keys.keyEncryption,
          credentialPlace(credentialId, who.userId, issuerId),
          passwordEnvelope,
        )
      : null;
  if (password === null) throw new TraderFault('wrongPassword', '', { traderCode: passwordMissingCode });
  return { issuerId, bankId, loginName, password: password.toString('utf8') };
}
