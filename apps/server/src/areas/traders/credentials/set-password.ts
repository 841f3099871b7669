import type { CallInput } from '@depotwerk/api/call';
import type { setTraderPassword as call } from '@depotwerk/api/trader-credentials';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { TraderServices } from '../trader-services.ts';
import { refusePassword, requirePasswordRight, storePassword } from './store-password.ts';
import { readTraderIssuer } from './trader-issuer.view.ts';

/**
 * Signs in at the bank with the password typed in and keeps it when the bank accepts it.
 * A repetition is one more sign-in with the same result, so it needs no key against doubling.
 * @throws 404, traderAuth.* with `bankName` and `message`
 */
export async function setTraderPassword(
  services: TraderServices,
  context: SignedInContext,
  { query, body }: CallInput<typeof call>,
): Promise<void> {
  const issuer = await readTraderIssuer(services.database, context.scope, query.issuerId);
  await requirePasswordRight(services, context, issuer.bankName);
  const action = 'traderCredentials.setPassword';
  const { issuerId, bankId, loginName } = issuer;
  const { password } = body;
  try {
    const gateway = services.gateways.of(issuer.traderKind);
    const { loggedInUntil } = await gateway.signIn({ issuerId, bankId, loginName, password });
    await storePassword(services, context, issuer, { password, loggedInUntil, action });
  } catch (error) {
    throw await refusePassword(services, context, issuer, error, action);
  }
}
