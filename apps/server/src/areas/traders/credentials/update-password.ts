import type { CallInput } from '@depotwerk/api/call';
import type { updateTraderPassword as call } from '@depotwerk/api/trader-credentials';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { refusePassword, requirePasswordRight, storePassword } from './store-password.ts';
import { readTraderIssuer } from './trader-issuer.view.ts';

/**
 * Changes the password at the bank and keeps the new one. When the bank's answer is lost, signing in with the new
 * password tells whether it was changed.
 * @throws 404, traderAuth.* with `bankName` and `message`
 */
export async function updateTraderPassword(
  services: TraderServices,
  context: SignedInContext,
  { query, body }: CallInput<typeof call>,
): Promise<void> {
  const issuer = await readTraderIssuer(services.database, context.scope, query.issuerId);
  await requirePasswordRight(services, context, issuer.bankName);
  const action = 'traderCredentials.updatePassword';
  const { issuerId, bankId, loginName } = issuer;
  const { oldPassword, newPassword } = body;
  try {
    const gateway = services.gateways.of(issuer.traderKind);
    const access = { issuerId, bankId, loginName, password: oldPassword };
    const loggedInUntil = await change(gateway, access, newPassword);
    await storePassword(services, context, issuer, { password: newPassword, loggedInUntil, action });
  } catch (error) {
    throw await refusePassword(services, context, issuer, error, action);
  }
}

async function change(
  gateway: TraderGateway,
  access: TraderAccess,
  newPassword: string,
): Promise<string | null> {
  const signIn = () => gateway.signIn({ ...access, password: newPassword });
  try {
    await gateway.changePassword(access, newPassword);
  } catch (error) {
    if (!(error instanceof TraderFault) || error.kind !== 'unknown') throw error;
    const { loggedInUntil } = await signIn().catch(() => {
      // Neither here nor there: the answer that was lost is what the user is told.
      throw error;
    });
    return loggedInUntil;
  }
  // The change is done; a bank that cannot be signed in to just now does not undo it.
  const session = await signIn().catch(() => null);
  return session?.loggedInUntil ?? null;
}
