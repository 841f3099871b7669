import { type RawBuilder, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { recordsOf } from '../../../platform/customers/records.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { shortYearNote } from '../../../platform/table-files/import-day.ts';

/** Files of business that were uploaded and never taken over are personal data nobody needs. */
const unfinishedDays = 30;
/** Refused lines are for whoever brought the file: what it says of people who were not taken over goes, what was taken stays. */
const refusedLineDays = 90;
/** A book has up to a hundred thousand lines: what is left waits for the next night. */
const mostAtOnce = 25;

/** Deletes what uploads left behind; each book leaves an entry in the log. Answers how many lines of others went. */
export async function forgetImports(transaction: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ id: string; fileHash: string; lines: number }>`
    delete from book_imports where tenant_id = app_tenant_id() and id in (
      select id from book_imports where tenant_id = app_tenant_id() and state in ('mapping', 'checked', 'failed')
         and updated_at < now() - ${unfinishedDays} * interval '1 day' order by updated_at, id limit ${mostAtOnce})
    returning id, encode(file_hash, 'hex') as "fileHash", row_count as lines`.execute(transaction);
  for (const { id, fileHash, lines } of rows) {
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'retention.erase',
      objectType: 'import',
      objectId: id,
      details: { fileHash, rowCount: lines },
    });
  }
  const lines = await sql`delete from import_rows where tenant_id = app_tenant_id() and import_id in (
      select i.id from imports i where i.tenant_id = app_tenant_id()
         and i.created_at < now() - ${refusedLineDays} * interval '1 day'
         and exists (select from import_rows r where r.tenant_id = i.tenant_id and r.import_id = i.id)
       order by i.created_at limit ${mostAtOnce})`.execute(transaction);
  const people = await forgetRefusedPeople(transaction);
  await forgetSamples(
    transaction,
    sql`select b.id from book_imports b where b.tenant_id = app_tenant_id() and b.state in ('done', 'undone')
      and b.columns @? '$[*].samples[*]' and b.updated_at < now() - ${refusedLineDays} * interval '1 day'
      order by b.updated_at limit ${mostAtOnce}`,
  );
  return Number(lines.numAffectedRows ?? 0) + people;
}

/** What imports show of the first lines of their file: names and addresses in samples of its columns, a day of birth in a note. */
export async function forgetSamples(
  transaction: Transaction<Schema>,
  imports: RawBuilder<unknown>,
): Promise<void> {
  await sql`update book_imports set
      columns = (select coalesce(jsonb_agg(c.said || '{"samples": []}' order by c.place), '[]')
                   from jsonb_array_elements(columns) with ordinality c (said, place)),
      notes = (select coalesce(jsonb_agg(n.note order by n.place), '[]')
                 from jsonb_array_elements_text(notes) with ordinality n (note, place) where n.note !~ ${shortYearNote})
    where tenant_id = app_tenant_id() and id in (${imports})`.execute(transaction);
}

/**
 * Lines, customers and contracts a finished book did not take over; with what is left it can still be taken back. Every night
 * for as long again, so that a night that was missed is made up for, and old books are not read for ever.
 */
async function forgetRefusedPeople(transaction: Transaction<Schema>): Promise<number> {
  const refusedContracts = sql`(select c.import_id, c.issuer_id, c.match_key from book_import_contracts c
      where c.tenant_id = app_tenant_id() and c.fate = 'refused')`;
  const refusedCustomers = sql`(select u.import_id, u.customer_ref from book_import_customers u
      where u.tenant_id = app_tenant_id() and u.fate = 'refused')`;
  const finished = sql`(select b.id from book_imports b where b.tenant_id = app_tenant_id() and b.state in ('done', 'undone')
      and b.refused_count > 0 and b.updated_at > now() - ${2 * refusedLineDays} * interval '1 day'
      and b.updated_at < now() - ${refusedLineDays} * interval '1 day')`;
  const lines =
    await sql`delete from book_import_rows r where r.tenant_id = app_tenant_id() and r.import_id in ${finished}
      and (r.refusal is not null or (r.import_id, r.issuer_id, r.match_key) in ${refusedContracts}
           or (r.import_id, r.customer_ref) in ${refusedCustomers})`.execute(transaction);
  await sql`delete from book_import_contracts where tenant_id = app_tenant_id() and fate = 'refused'
      and import_id in ${finished}`.execute(transaction);
  await sql`delete from book_import_customers where tenant_id = app_tenant_id() and fate = 'refused'
      and import_id in ${finished}`.execute(transaction);
  return Number(lines.numAffectedRows ?? 0);
}

/**
 * Lines about somebody that finished books did not take over: nothing but his number, or his name and day of birth, says whose they are.
 * Files still to be taken over are left: they go as a whole, within {@link unfinishedDays} days.
 */
export async function forgetRefusedLinesOf(
  transaction: Transaction<Schema>,
  customerId: string,
): Promise<void> {
  const { rows } = await sql<{ importId: string }>`
    with person as (select external_key, sort_name, date_of_birth from customers
       where tenant_id = app_tenant_id() and id in ${recordsOf(customerId)}),
    recent as materialized (select b.id from book_imports b where b.tenant_id = app_tenant_id() and b.state in ('done', 'undone')
       and b.refused_count > 0 and b.updated_at > now() - ${2 * refusedLineDays} * interval '1 day'),
    gone as (delete from book_import_rows r using person p
      where r.tenant_id = app_tenant_id() and r.import_id in (select id from recent)
        and (r.customer_ref = 'k:' || p.external_key or (p.date_of_birth::text = r.customer->>'date_of_birth'
          and fold_text((r.customer->>'last_name') || ' ' || coalesce(r.customer->>'first_name', '')) = p.sort_name))
        and not exists (select from book_import_contracts k where k.tenant_id = r.tenant_id and k.import_id = r.import_id
          and k.issuer_id = r.issuer_id and k.match_key = r.match_key and k.fate <> 'refused')
      returning r.import_id, r.issuer_id, r.match_key, r.customer_ref),
    contracts as (delete from book_import_contracts k using gone g where k.tenant_id = app_tenant_id() and k.import_id = g.import_id
      and k.issuer_id = g.issuer_id and k.match_key = g.match_key),
    customers as (delete from book_import_customers c using gone g where c.tenant_id = app_tenant_id() and c.import_id = g.import_id
      and c.customer_ref = g.customer_ref and c.fate = 'refused')
    select distinct import_id as "importId" from gone`.execute(transaction);
  const imports = rows.map(({ importId }) => importId);
  if (imports.length > 0) await forgetSamples(transaction, sql`select unnest(${imports}::uuid[])`);
}
