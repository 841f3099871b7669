import { createHash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { recordsOf } from '../../../platform/customers/records.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { forgetRefusedLinesOf, forgetSamples } from './forget-imports.ts';

/** What was erased: SHA-256 over the hashes of all rows, and their number by table. */
export interface ErasedRows {
  readonly contentHash: Buffer;
  readonly rowCounts: Readonly<Record<string, number>>;
}

/**
 * Erases every row of a customer, in the order in which they refer to each other. What refuses is meant to: the database
 * keeps what has to be kept, and whatever lies under a legal hold. @throws a violation (23503, 23514), the caller decides
 */
export async function eraseCustomerRows(
  transaction: Transaction<Schema>,
  customerId: string,
): Promise<ErasedRows> {
  await sql`update documents d set retention_until = retention_end(d.created_at)
    where d.tenant_id = app_tenant_id() and d.retention_until is null
      and (d.customer_id = ${customerId} or exists (select from document_signers s where s.tenant_id = d.tenant_id
        and s.document_id = d.id and s.customer_id = ${customerId}))`.execute(transaction);
  await closeUserAccess(transaction, customerId);
  await forgetMentions(transaction, customerId);
  await keepAnswersOfOthers(transaction, ofContracts(sql`k.customer_id = ${customerId}`));
  await forgetInImports(
    transaction,
    sql`select x.import_id from book_import_customers x
      where x.tenant_id = app_tenant_id() and x.customer_id in ${recordsOf(customerId)}`,
  );
  await forgetInImports(transaction, importsOf(ofContracts(sql`k.customer_id in ${recordsOf(customerId)}`)));
  return eraseTables(transaction, [
    ['document_signers', sql`o.customer_id = ${customerId}`],
    ['contract_holders', sql`o.customer_id = ${customerId}`],
    ['key_information_handovers', sql`o.customer_id = ${customerId}`],
    ['depot_openings', sql`o.customer_id = ${customerId}`],
    ...whatContractsHave(ofContracts(sql`k.customer_id = ${customerId}`)),
    ['reports', sql`o.customer_id = ${customerId}`],
    ['documents', sql`o.customer_id = ${customerId}`],
    ['consultations', sql`o.customer_id = ${customerId}`],
    ['trader_depots', sql`o.customer_id = ${customerId}`],
    ['own_answers', sql`o.customer_id = ${customerId}`],
    ['notes', sql`o.customer_id = ${customerId}`],
    ['messages', sql`o.customer_id = ${customerId}`],
    ['preregistrations', sql`o.customer_id = ${customerId}`],
    ['questionnaire_answers', sql`o.customer_id = ${customerId}`],
    // Answers somebody is still collecting: the key ends with the customer's id.
    ['drafts', sql`o.draft_type = 'questionnaire' and o.entity_key like '%-' || ${customerId}::text`],
    ['workbench_tasks', sql`o.customer_id = ${customerId}`],
    ['customer_change_rows', sql`o.customer_id = ${customerId}`],
    [
      'book_import_rows',
      sql`(o.import_id, o.customer_ref) in
      (select b.import_id, b.customer_ref from book_import_customers b
        where b.tenant_id = app_tenant_id() and b.customer_id = ${customerId})`,
    ],
    ['book_import_customers', sql`o.customer_id = ${customerId}`],
    ['contracts', sql`o.customer_id = ${customerId}`],
    // Who was merged into him goes with him.
    ['customers', sql`o.id in ${recordsOf(customerId)}`],
  ]);
}

/** Erases one contract whose time is over; documents and reports have their own days. @throws as for a customer */
export async function eraseContractRows(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<ErasedRows> {
  await keepAnswersOfOthers(transaction, ofContracts(sql`k.id = ${contractId}`));
  await forgetInImports(transaction, importsOf(ofContracts(sql`k.id = ${contractId}`)));
  return eraseTables(transaction, [
    ...whatContractsHave(ofContracts(sql`k.id = ${contractId}`)),
    ['contracts', sql`o.id = ${contractId}`],
  ]);
}

/**
 * Answers given from one of the contracts that are somebody else's, who holds it beside its customer, or that another
 * contract's profile rests on: they stay with whoever gave them, and no longer name the contract that goes.
 */
async function keepAnswersOfOthers(transaction: Transaction<Schema>, contracts: Condition): Promise<void> {
  await sql`update questionnaire_answers o set contract_id = null
    where o.tenant_id = app_tenant_id() and o.contract_id in ${contracts} and o.customer_id is not null
      and (exists (select from contracts k where k.tenant_id = o.tenant_id and k.id = o.contract_id
             and k.customer_id <> o.customer_id)
        or exists (select from risk_assessments a where a.tenant_id = o.tenant_id and a.questionnaire_answers_id = o.id
             and a.contract_id not in ${contracts})
        or exists (select from contract_holders h where h.tenant_id = o.tenant_id and h.questionnaire_answers_id = o.id
             and h.contract_id not in ${contracts}))`.execute(transaction);
}

/**
 * What kept an import from being taken back names its customers and contracts, as its samples do. The first is found again when somebody next tries, without
 * those who are gone.
 */
async function forgetInImports(transaction: Transaction<Schema>, imports: Condition): Promise<void> {
  await sql`update book_imports set fault = null, built_on = null
    where tenant_id = app_tenant_id() and state = 'done' and (fault is not null or built_on is not null)
      and id in (${imports})`.execute(transaction);
  await forgetSamples(transaction, imports);
}

const importsOf = (contracts: Condition): Condition =>
  sql`select x.import_id from book_import_contracts x
    where x.tenant_id = app_tenant_id() and x.contract_id in ${contracts}`;

type Condition = RawBuilder<unknown>;
type TableRows = readonly [table: string, condition: Condition];

const ofContracts = (condition: Condition): Condition =>
  sql`(select k.id from contracts k where k.tenant_id = app_tenant_id() and ${condition})`;

/** Everything that refers to contracts, so that the receipt counts it; what hangs on these rows goes with them. */
export const whatContractsHave = (contracts: Condition): TableRows[] => [
  [
    'book_import_rows',
    sql`(o.import_id, o.issuer_id, o.match_key) in
    (select b.import_id, b.issuer_id, b.match_key from book_import_contracts b
      where b.tenant_id = app_tenant_id() and b.contract_id in ${contracts})`,
  ],
  ['book_import_contracts', sql`o.contract_id in ${contracts}`],
  [
    'depot_openings',
    sql`o.trader_depot_id in
    (select d.id from trader_depots d where d.tenant_id = app_tenant_id() and d.contract_id in ${contracts})`,
  ],
  ...[
    'job_problems',
    'key_information_handovers',
    'reports',
    'documents',
    'fund_movements',
    'contract_payments',
    'trader_orders',
    'trader_depots',
    'element_submissions',
    'consultation_contracts',
    'contract_approval_rows',
    'contract_change_rows',
    'contract_check_rows',
    'contract_handover_rows',
    'contract_plan_rows',
    'contract_release_rows',
    'year_end_rows',
    'continuous_plans',
    'planned_optimizations',
    'contract_hints',
    'contract_pending_changes',
    'notes',
    'contract_holders',
    'contract_tags',
    'questionnaire_answers',
    'workbench_tasks',
    'risk_assessments',
    'savings_plans',
    'portfolios',
  ].map((table): TableRows => [table, sql`o.contract_id in ${contracts}`]),
];

async function eraseTables(
  transaction: Transaction<Schema>,
  tables: readonly TableRows[],
): Promise<ErasedRows> {
  const whole = createHash('sha256');
  const rowCounts: Record<string, number> = {};
  for (const [table, condition] of tables) {
    // The bytes of a file are in its hash already, wherever they lay.
    const { rows } = await sql<{ count: number; hash: string }>`
      with gone as (delete from ${sql.table(table)} o where o.tenant_id = app_tenant_id() and ${condition}
        returning (to_jsonb(o) - array['content', 'stored_at'])::text as content)
      select count(*)::int as count,
             encode(sha256(convert_to(coalesce(string_agg(content, E'\n' order by content), ''), 'UTF8')), 'hex') as hash
        from gone`.execute(transaction);
    const { count = 0, hash = '' } = rows[0] ?? {};
    if (count === 0) continue;
    whole.update(`${table} ${count} ${hash}\n`);
    rowCounts[table] = (rowCounts[table] ?? 0) + count;
  }
  return { contentHash: whole.digest(), rowCounts };
}

/** The customer's own sign-in: its row stays for what it did, without a name, a factor or a way in. */
export async function closeUserAccess(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update users set user_name = 'geloescht-' || id, full_name = 'Gelöschter Zugang', company = '', phone_number = null,
        phone_validated_at = null, is_inactive = true, password_hash = null, totp_secret_envelope = null,
        totp_pending_envelope = null, settings = '{}', customer_id = null
     where tenant_id = app_tenant_id() and customer_id = ${customerId} returning id`.execute(transaction);
  const userIds = rows.map(({ id }) => id);
  if (userIds.length === 0) return;
  for (const table of userTables) {
    await sql`delete from ${sql.table(table)} where tenant_id = app_tenant_id() and user_id = any (${userIds}::uuid[])`.execute(
      transaction,
    );
  }
}

const userTables = [
  'sessions',
  'devices',
  'activation_tokens',
  'second_factor_challenges',
  'recovery_codes',
  'passkeys',
  'token_providers',
  'sms_codes',
  'sms_outbox',
  'mail_outbox',
  'trader_credentials',
  'api_tokens',
  'notifications',
  'notification_settings',
  'drafts',
  'own_shortcuts',
  'saved_view_defaults',
  'saved_views',
] as const;

/**
 * Unfinished inputs, shortcuts, notices, mails, lines an import refused and what keeps one from being taken back that are about the
 * customer, a record that became part of hers, or their contracts.
 */
export async function forgetMentions(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const ids = sql`(select r.id::text as id from ${recordsOf(customerId)} r union
    select c.id::text from contracts c where c.tenant_id = app_tenant_id() and c.customer_id in ${recordsOf(customerId)})`;
  await sql`delete from drafts d using ${ids} o where d.tenant_id = app_tenant_id() and d.entity_key = o.id`.execute(
    transaction,
  );
  await sql`delete from own_shortcuts s using ${ids} o
    where s.tenant_id = app_tenant_id() and s.object_type in ('contract', 'customer') and s.object_id = o.id`.execute(
    transaction,
  );
  await sql`delete from notifications n using ${ids} o
    where n.tenant_id = app_tenant_id() and n.target_type in ('contract', 'customer') and n.target_id::text = o.id`.execute(
    transaction,
  );
  await forgetMails(transaction, customerId);
  await forgetRefusedLinesOf(transaction, customerId);
  // It names them; whoever tries once more is told anew what is left.
  await sql`update book_imports b set fault = null, built_on = null
    where b.tenant_id = app_tenant_id() and b.state = 'done' and b.fault is not null and b.id in (
      select k.import_id from book_import_customers k join ${ids} o on k.customer_id::text = o.id where k.tenant_id = app_tenant_id()
      union select k.import_id from book_import_contracts k join ${ids} o on k.contract_id::text = o.id
        where k.tenant_id = app_tenant_id())`.execute(transaction);
}

/** What was mailed to her without a sign-in of hers; one that waits must not reach her any more. Somebody else's at the same address stays. */
async function forgetMails(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const records = recordsOf(customerId);
  await sql`delete from mail_outbox o where o.tenant_id = app_tenant_id() and o.user_id is null
      and lower(o.recipient) in (
        select lower(u.email) from customers u where u.tenant_id = app_tenant_id() and u.id in ${records}
        union select lower(p.email) from preregistrations p where p.tenant_id = app_tenant_id() and p.customer_id in ${records})
      and not exists (select from customers u where u.tenant_id = app_tenant_id() and lower(u.email) = lower(o.recipient)
        and u.deleted_at is null and u.id not in ${records})
      and not exists (select from preregistrations p where p.tenant_id = app_tenant_id() and lower(p.email) = lower(o.recipient)
        and p.customer_id is null)`.execute(transaction);
}

/**
 * Where she was invited while her erasure waits: what nobody took up goes, with what was answered to it. Of what she sent off stays
 * which texts she agreed to and when; where she was written to, what, and what she held elsewhere goes.
 */
export async function forgetInvitations(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const hers = sql`tenant_id = app_tenant_id() and customer_id in ${recordsOf(customerId)}`;
  await sql`delete from preregistrations where ${hers} and status <> 'submitted'`.execute(transaction);
  await sql`delete from depot_analyses where tenant_id = app_tenant_id()
    and preregistration_id in (select id from preregistrations where ${hers})`.execute(transaction);
  await sql`update preregistrations set email = '', phone_number = null, message = '' where ${hers}`.execute(
    transaction,
  );
}
