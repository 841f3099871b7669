import type { Consultation } from '@depotwerk/api/consultations/consultations';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { readFundsKeyInformation } from '../../platform/key-information/funds-key-information.ts';
import { writeHandovers } from '../../platform/key-information/write-handovers.ts';

/**
 * What a consultation says was handed over counts for purchases as well: for all holders of its contracts, where the document that
 * holds now was on file by then. @param now ISO instant
 */
export async function recordHandovers(
  transaction: Transaction<Schema>,
  { scope, zone }: SignedInContext,
  recommendations: Consultation['recommendations'],
  now: string,
): Promise<void> {
  const given = recommendations.flatMap(
    ({ contractId, fundId, keyInformationHandedOverAt: at, keyInformationForm: form }) =>
      at === null || form === null ? [] : [{ contractId, fundId, at, form }],
  );
  if (given.length === 0) return;
  const fundIds = [...new Set(given.map(({ fundId }) => fundId))];
  const funds = new Map(
    (await readFundsKeyInformation(readerIn(transaction), scope, fundIds)).map((fund) => [fund.fundId, fund]),
  );
  const contractIds = [...new Set(given.map(({ contractId }) => contractId))];
  const { rows: holders } = await sql<{ contractId: string; customerId: string }>`
    select c.id as "contractId", c.customer_id as "customerId" from contracts c
     where c.tenant_id = app_tenant_id() and c.id = any (${contractIds}::uuid[])
    union all select h.contract_id, h.customer_id from contract_holders h
     where h.tenant_id = app_tenant_id() and h.contract_id = any (${contractIds}::uuid[])`.execute(
    transaction,
  );
  for (const { contractId, fundId, at, form } of given) {
    const fund = funds.get(fundId);
    const day = fund?.document?.day ?? null;
    if (!fund || (day !== null && day > todayIn(zone, new Date(at)))) continue;
    const customerIds = holders
      .filter((one) => one.contractId === contractId)
      .map(({ customerId }) => customerId);
    await writeHandovers(
      transaction,
      scope,
      { contractId, customerIds, funds: [fund], form, handedOverAt: at },
      now,
    );
  }
}
