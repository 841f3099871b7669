import { purgeBankPasswords } from './credentials/purge-passwords.ts';
import { startReconciliation } from './orders/reconciliation.ts';
import type { TraderServices } from './trader-services.ts';

const hour = 3_600_000;

/** What the trader area does without being asked: open orders, books of the banks, old passwords. */
export function startTraderWork(services: TraderServices): { stop(): Promise<void> } {
  const reconciliation = startReconciliation(services);
  const purge = setInterval(
    () =>
      services.background.run('purgeBankPasswords', async () => {
        await purgeBankPasswords(services);
      }),
    hour,
  );
  purge.unref();
  return {
    stop: async () => {
      clearInterval(purge);
      await reconciliation.stop();
    },
  };
}
