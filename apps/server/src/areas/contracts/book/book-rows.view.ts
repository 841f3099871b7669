import type { DbContext, Reader } from '../../../platform/database/database.ts';

/** SQL of the lines of the import $1 with the contract and the customer they are about. */
export const judgedLines = `
    from book_import_rows r
    left join book_import_contracts k on k.tenant_id = r.tenant_id and k.import_id = r.import_id
     and k.issuer_id = r.issuer_id and k.match_key = r.match_key
    left join book_import_customers u on u.tenant_id = r.tenant_id and u.import_id = r.import_id
     and u.customer_ref = r.customer_ref
   where r.tenant_id = app_tenant_id() and r.import_id = $1`;

/** SQL of what became of a line: its own refusal, else what is done to its contract, else what is done to its customer. */
export const lineFate = `case when r.refusal is not null then 'refused' when r.match_key is null then coalesce(u.fate, 'refused')
    when k.fate = 'unchanged' then coalesce(u.fate, k.fate) else k.fate end`;

/** What became of each line. */
export const lineFates = `
  select r.line, r.match_key, coalesce(r.contract, k.content)->>'external_key' as "externalKey",
         coalesce(r.customer, u.content)->>'last_name' as "lastName", coalesce(r.customer, u.content)->>'first_name' as "firstName", r.unknown_isin as "unknownIsin",
         ${lineFate} as fate, k.changes as "contractChanges", u.changes as "customerChanges",
         coalesce(r.refusal, case when r.match_key is null or k.fate = 'unchanged' then u.reason else k.reason end,
           case when r.match_key is null and u.fate is null
                then 'Die Zeile nennt weder einen Vertrag noch Kundennummer oder Namen mit Geburtsdatum.' end) as reason,
         case when r.match_key is not null then k.contract_id end as "contractId",
         u.customer_id as "customerId" ${judgedLines}`;

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
