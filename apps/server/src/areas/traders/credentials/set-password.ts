import type { setTraderPassword as call } from '@depotwerk/api/traders/trader-credentials';
import type { Verb } from '../../../platform/http/verb.ts';
import type { TraderServices } from '../trader-services.ts';
import { keepPassword } from './store-password.ts';

/**
 * Signs in at the bank with the password typed in and keeps it when the bank accepts it.
 * A repetition is one more sign-in with the same result, so it needs no key against doubling.
 * @throws 404, traderAuth.* with `bankName` and `message`
 */
export const setTraderPassword: Verb<typeof call, TraderServices> = async (
  services,
  context,
  { query: { issuerId }, body: { password } },
) => {
  const asked = { issuerId, action: 'traderCredentials.setPassword', password };
  await keepPassword(services, context, asked, async (gateway, login) => {
    const { loggedInUntil } = await gateway.signIn({ ...login, password });
    return loggedInUntil;
  });
};
