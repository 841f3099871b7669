import type { DbContext, Reader } from '../../../platform/database/database.ts';

/** What became of each line: its own refusal, else the fate of its contract, else that of its customer. */
export const lineFates = `
  select r.line, r.match_key, coalesce(r.contract, k.content)->>'external_key' as "externalKey",
         coalesce(r.customer, u.content)->>'last_name' as "lastName", coalesce(r.customer, u.content)->>'first_name' as "firstName", r.unknown_isin as "unknownIsin",
         case when r.refusal is not null then 'refused' when r.match_key is not null then k.fate
              else coalesce(u.fate, 'refused') end as fate,
         coalesce(r.refusal, case when r.match_key is not null then k.reason else u.reason end,
           case when r.match_key is null and u.fate is null
                then 'Die Zeile nennt weder einen Vertrag noch Kundennummer oder Namen mit Geburtsdatum.' end) as reason,
         case when r.match_key is not null then k.contract_id end as "contractId",
         u.customer_id as "customerId"
    from book_import_rows r
    left join book_import_contracts k on k.tenant_id = r.tenant_id and k.import_id = r.import_id
     and k.issuer_id = r.issuer_id and k.match_key = r.match_key
    left join book_import_customers u on u.tenant_id = r.tenant_id and u.import_id = r.import_id
     and u.customer_ref = r.customer_ref
   where r.tenant_id = app_tenant_id() and r.import_id = $1`;

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

/** The first refused lines with their reasons, in the order of the file. */
export function readRefusedLines(
  reader: Reader,
  context: DbContext,
  importId: string,
  limit: number,
): Promise<RefusedLine[]> {
  return reader.read<RefusedLine>(context, {
    sql: `select line, reason from (${lineFates}) f where fate = 'refused' order by line limit $2::int`,
    parameters: [importId, limit],
  });
}
