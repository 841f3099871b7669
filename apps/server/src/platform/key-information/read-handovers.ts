import type { HandedOver, HandingOverForm } from '@depotwerk/domain/contracts/key-information';
import type { DbContext, Reader } from '../database/database.ts';

/** One document that came into the hands of a holder. */
export interface RecordedHandover extends HandedOver {
  handedOverAt: string;
  form: HandingOverForm;
  recordedBy: string;
}

/**
 * Which key information of funds people have, whatever contract it was recorded for: of each version the first time. Two
 * customers who became one may both have had it, and count once.
 */
export const readHandovers = (
  reader: Reader,
  context: DbContext,
  customerIds: readonly string[],
  fundIds: readonly number[],
): Promise<RecordedHandover[]> =>
  reader.read<RecordedHandover>(context, {
    sql: `select distinct on (k.customer_id, k.fund_id, k.document_version) k.customer_id as "customerId", k.fund_id as "fundId", k.document_version as version,
        k.handed_over_at as "handedOverAt", k.form, u.full_name as "recordedBy"
      from key_information_handovers k join users u on u.tenant_id = k.tenant_id and u.id = k.recorded_by
     where k.tenant_id = app_tenant_id() and k.customer_id = any ($1::uuid[]) and k.fund_id = any ($2::int[])
     order by k.customer_id, k.fund_id, k.document_version, k.recorded_at, k.id`,
    parameters: [customerIds, fundIds],
  });
