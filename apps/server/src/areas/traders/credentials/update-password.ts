import type { updateTraderPassword as call } from '@depotwerk/api/traders/trader-credentials';
import type { Verb } from '../../../platform/http/verb.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { keepPassword } from './store-password.ts';

/**
 * Changes the password at the bank and keeps the new one. When the bank's answer is lost, signing in with the new
 * password tells whether it was changed.
 * @throws 404, traderAuth.* with `bankName` and `message`
 */
export const updateTraderPassword: Verb<typeof call, TraderServices> = async (
  services,
  context,
  { query: { issuerId }, body: { oldPassword, newPassword } },
) => {
  const asked = { issuerId, action: 'traderCredentials.updatePassword', password: newPassword };
  await keepPassword(services, context, asked, (gateway, login) =>
    change(gateway, { ...login, password: oldPassword }, newPassword),
  );
};

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
