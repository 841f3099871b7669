import type { HandingOverForm } from '@depotwerk/domain/contracts/key-information';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import type { FundKeyInformation } from './funds-key-information.ts';

/** Documents that came into the hands of holders of a contract. */
export interface Handover {
  readonly contractId: string;
  readonly customerIds: readonly string[];
  readonly funds: readonly FundKeyInformation[];
  readonly form: HandingOverForm;
  /** ISO instant. */
  readonly handedOverAt: string;
}

/**
 * Records which holder got which version; who has it on record already keeps the first one. Funds without a document are
 * passed over. @param recordedAt ISO instant
 */
export async function writeHandovers(
  transaction: Transaction<Schema>,
  { userId }: Pick<Scope, 'userId'>,
  { contractId, customerIds, funds, form, handedOverAt }: Handover,
  recordedAt: string,
): Promise<void> {
  const documents = funds.flatMap(({ fundId, document }) =>
    document === null ? [] : [{ fundId, ...document }],
  );
  await sql`insert into key_information_handovers (tenant_id, contract_id, customer_id, fund_id, document_version,
      document_id, document_title, form, handed_over_at, recorded_by, recorded_at)
    select app_tenant_id(), ${contractId}, h.customer_id, d."fundId", d.version, d."documentId", left(d.title, 200), ${form},
        ${handedOverAt}::timestamptz, ${userId}, ${recordedAt}::timestamptz
      from unnest(${customerIds}::uuid[]) as h (customer_id)
      cross join jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
        as d ("fundId" integer, version text, "documentId" uuid, title text)
     where not exists (select from key_information_handovers k where k.tenant_id = app_tenant_id()
       and k.customer_id = h.customer_id and k.fund_id = d."fundId" and k.document_version = d.version)`.execute(
    transaction,
  );
}
