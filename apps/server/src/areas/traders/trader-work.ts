import { startLooking } from '../../platform/looking.ts';
import { purgeBankPasswords } from './credentials/purge-passwords.ts';
import { resolveOpenings } from './depots/resolve-openings.ts';
import { startReconciliation } from './orders/reconciliation.ts';
import type { TraderServices } from './trader-services.ts';

const hour = 3_600_000;
/** Between two looks for openings without an answer. */
const openingsMs = 20_000;

/** What the trader area does without being asked: open orders, openings, books of the banks, old passwords. */
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
  const openings = startLooking(
    openingsMs,
    async () => {
      await resolveOpenings(services);
    },
    (error) =>
      services.logger.error(
        { err: { name: error instanceof Error ? error.name : 'unknown' } },
        'traderDepots.openingsFailed',
      ),
  );
  return {
    stop: async () => {
      clearInterval(purge);
      await Promise.all([openings.stop(), reconciliation.stop()]);
    },
  };
}
