import type { CallAnswer } from '@depotwerk/api/call';
import type { bookImport, listBookRows } from '@depotwerk/api/contracts/book-imports';
import { loggedContractFields } from '@depotwerk/domain/contracts/contract-fields';
import { bookCustomerFields } from '@depotwerk/domain/customers/customer-fields';
import type * as z from 'zod/mini';
import { isCancellable } from '../../../platform/jobs/cancel-work.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import { readOne } from '../../../platform/read-one.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { parseMapping } from './book-file.ts';
import { lineFates } from './book-rows.view.ts';

export type BookImport = z.output<typeof bookImport>;
type Row = Omit<BookImport, 'mapping'> & { mapping: unknown[] };

const shownImports = 50;
/** Said of what a cancelled import has not written. */
export const leftOutText = 'Nicht geschrieben: Die Übernahme wurde abgebrochen.';
/** Whether writing ended before all was written that was to be. */
const leftUnwritten = (table: string) =>
  `exists (select from ${table} k where k.tenant_id = b.tenant_id and k.import_id = b.id and not k.is_written
     and (k.fate in ('new', 'changed') or k.reason = '${leftOutText}'))`;
const selection = `b.id, b.file_name as "fileName", b.state, b.created_at as "createdAt", b.actor_name as "actorName",
  b.header_line as "headerLine", b.notes, b.columns, b.mapping, b.options->>'tariffId' as "tariffId", b.options->>'groupId' as "groupId",
  coalesce(b.options->>'likely', 'ask') as likely, b.options->>'decimal' as decimal, b.row_count as "rowCount", b.new_count as "newCount",
  b.changed_count as "changedCount", b.unchanged_count as "unchangedCount", b.without_group_count as "withoutGroupCount", b.refused_count as "refusedCount", b.fault,
  coalesce(b.built_on, '[]') as "builtOn",
  b.row_version as "rowVersion",
  b.state = 'done' and b.fault is not null and (${leftUnwritten('book_import_contracts')} or ${leftUnwritten('book_import_customers')}) as "isPartial",
  case when b.state = 'writing' then (select j.id from jobs j where j.tenant_id = b.tenant_id
      and j.payload->>'importId' = b.id::text and j.job_type = 'bookImport' and ${isCancellable}
    order by j.created_at desc limit 1) end as "writingJobId",
  (select coalesce(jsonb_agg(i.unknown_isin order by i.unknown_isin), '[]') from (
     select distinct r.unknown_isin from book_import_rows r where r.tenant_id = b.tenant_id and r.import_id = b.id
        and r.unknown_isin is not null limit 100) i) as "unknownIsins"`;

const toImport = (row: Row): BookImport => ({ ...row, mapping: parseMapping(row.mapping) });

/** The newest imports of the tenant. */
export async function listBooks(services: ReadServices, scope: Scope): Promise<BookImport[]> {
  const rows = await services.database.read<Row>(scope, {
    sql: `select ${selection} from book_imports b order by b.created_at desc, b.id limit ${shownImports}`,
    parameters: [],
  });
  return rows.map(toImport);
}

/** One import. @throws 404 */
export async function readBookImport(
  services: ReadServices,
  scope: Scope,
  importId: string,
): Promise<BookImport> {
  const row = await readOne<Row>(services.database, scope, {
    sql: `select ${selection} from book_imports b where b.id = $1`,
    parameters: [importId],
  });
  return toImport(row);
}

interface LineRow {
  line: number;
  externalKey: string | null;
  firstName: string | null;
  lastName: string | null;
  fate: BookFate;
  reason: string | null;
  contractChanges: string[] | null;
  customerChanges: string[] | null;
}
type BookFate = CallAnswer<typeof listBookRows>[number]['fate'];

/** Lines of an import in the order of the file. @throws 404 */
export async function listLines(
  services: ReadServices,
  scope: Scope,
  importId: string,
  fate: BookFate | undefined,
  page: Page,
): Promise<{ items: CallAnswer<typeof listBookRows>; total: number }> {
  const book = await readBookImport(services, scope, importId);
  const rows = await services.database.read<LineRow>(scope, {
    sql: `select * from (${lineFates}) f where $2::text is null or fate = $2
      order by line limit $3::int offset $4::int`,
    parameters: [importId, fate ?? null, page.size, page.offset],
  });
  const totals = {
    new: book.newCount,
    changed: book.changedCount,
    unchanged: book.unchangedCount,
    refused: book.refusedCount,
  };
  return {
    total: fate === undefined ? book.rowCount : totals[fate],
    items: rows.map(({ line, externalKey, firstName, lastName, fate: each, reason, ...changed }) => ({
      line,
      externalKey,
      customerName: [firstName, lastName].filter(Boolean).join(' ') || null,
      fate: each,
      reason,
      changes: each === 'changed' ? changesOf(changed) : [],
    })),
  };
}

/** What of a contract is more than a column. */
const partLabels: Readonly<Record<string, string>> = {
  holdings: 'Bestand',
  movements: 'Umsätze',
  payments: 'Einzahlungen',
  plan: 'Sparplan',
  values: 'Wertverlauf',
  tags: 'Schlagwörter',
};
const labelsIn = (fields: readonly { readonly column: string; readonly label: string }[]) => (name: string) =>
  fields.find(({ column }) => column === name)?.label ?? partLabels[name] ?? name;

/** The fields a line changes, by their German names; those of the customer first. */
function changesOf({
  customerChanges,
  contractChanges,
}: Pick<LineRow, 'contractChanges' | 'customerChanges'>): string[] {
  const labels = [
    ...(customerChanges ?? []).map(labelsIn(bookCustomerFields)),
    ...(contractChanges ?? []).map(labelsIn(loggedContractFields)),
  ];
  return [...new Set(labels)];
}
