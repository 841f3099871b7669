import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import { type LockedTariff, lockTariff, touchTariff } from './lock-tariff.ts';
import { refusingInWords } from './tariff-refusals.ts';
import { readTariffVersion } from './tariff-version.view.ts';

/** One step in the life of a version. */
export interface VersionStep {
  /** Name of the call; also what the log says. */
  readonly action: `tariffs.${string}`;
  readonly input: {
    readonly params: { readonly id: string };
    readonly body: { readonly versionNumber: number };
  };
  /** Changes the version and answers the number of the one to show. */
  readonly run: (transaction: Transaction<Schema>, tariff: LockedTariff) => Promise<number>;
}

/** Takes the step once for its key, with the tariff locked and the step recorded; answers the version after it. */
export async function changeVersion(
  services: Services,
  context: SignedInContext,
  { action, input, run }: VersionStep,
): Promise<TariffVersion> {
  const { scope, actor } = context;
  const tariffId = input.params.id;
  return refusingInWords(() =>
    answerOnce(
      services.database,
      context,
      `${action}:${tariffId}`,
      input.body,
      async (transaction): Promise<{ versionNumber: number }> => {
        const tariff = await lockTariff(transaction, tariffId);
        const shown = await run(transaction, tariff);
        await touchTariff(transaction, tariffId);
        await writeAudit(transaction, {
          actor,
          action,
          objectType: 'tariff',
          objectId: tariffId,
          before: { open: tariff.open?.state ?? null, published: tariff.publishedVersionNumber },
          after: input.body,
          details: { versionNumber: shown },
        });
        return { versionNumber: shown };
      },
      (reading, { versionNumber }) => readTariffVersion(reading, scope, tariffId, versionNumber),
    ),
  );
}

/** Today where tariffs are valid, whatever the caller's zone. */
export const germanToday = (services: Pick<Services, 'clock'>): string =>
  todayIn(houseZone, new Date(services.clock()));
