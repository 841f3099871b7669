import { sql, type Transaction } from 'kysely';
import { writeAudits } from '../audit/write-audit.ts';
import type { Schema } from '../database/schema.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { enqueueCheck } from './enqueue-check.ts';

/** A contract that gets another tariff, as it was. */
interface FormerContract {
  readonly id: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  readonly tariffVersionId: string | null;
}

interface GivenTariff {
  readonly id: string;
  readonly versionId: string | null;
  readonly insurerId: number | null;
  readonly issuerId: number;
}

/** Gives contracts, which the caller has locked, a tariff in one of its versions and has them checked anew. */
export async function giveTariff(
  transaction: Transaction<Schema>,
  { actor, scope }: Pick<SignedInContext, 'actor' | 'scope'>,
  contracts: readonly FormerContract[],
  tariff: GivenTariff,
): Promise<void> {
  const ids = contracts.map(({ id }) => id);
  await sql`update contracts set tariff_id = ${tariff.id}, tariff_version_id = ${tariff.versionId},
      insurer_id = ${tariff.insurerId}, issuer_id = ${tariff.issuerId}
     where tenant_id = app_tenant_id() and id = any (${ids}::uuid[])`.execute(transaction);
  await enqueueCheck(transaction, ids, scope.userId);
  await writeAudits(
    transaction,
    contracts.map(({ id, groupId, tariffId }) => ({
      actor,
      action: 'contracts.edit',
      objectType: 'contract',
      objectId: id,
      groupId,
      before: { tariffId },
      after: { tariffId: tariff.id },
      details: { isBulk: true, fields: 'tariffId' },
    })),
  );
}

/** By what a tariff given to many is taken back for a moment: what each contract had, under the tariff they got. */
export const formerTariffs = (contracts: readonly FormerContract[], tariffId: string) => ({
  kind: 'contractTariffs' as const,
  objectId: tariffId,
  parts: [
    {
      table: 'contracts',
      rows: contracts.map((contract) => ({
        id: contract.id,
        tariff_id: contract.tariffId,
        tariff_version_id: contract.tariffVersionId,
      })),
    },
  ],
});
