import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { type FoundHint, hintKey, type StoredCheck } from './check-result.ts';

/** A check that differs from what is stored. */
export interface CheckToStore {
  readonly contractId: string;
  readonly portfolioId: string | null;
  readonly riskClassId: number | null;
  readonly tariffId: string;
  readonly stored: StoredCheck;
  readonly hints: readonly FoundHint[];
}

interface LockedRow {
  id: string;
  is_same: boolean;
}

interface HintRow extends Omit<FoundHint, 'title' | 'fund_ids' | 'suggested_fund_ids' | 'finding_cause'> {
  id: string;
  contract_id: string;
  title: string;
  fund_ids: number[];
  suggested_fund_ids: number[];
  finding_cause: string | null;
  state: 'open' | 'dismissed' | 'accepted' | 'done';
}

interface HintChanges {
  readonly deleted: string[];
  /** Accepted hints that are gone: what was accepted has been done. */
  readonly done: string[];
  readonly updated: object[];
  readonly inserted: object[];
  /** What of a contract's hints is open afterwards; kept equal to what summarise_hints() counts. */
  readonly open: Map<string, OpenHints>;
}

interface OpenHints {
  /** Causes, or ids of hints without one: what is counted are findings. */
  readonly findings: Set<string>;
  severity: number | null;
  mask: number;
}

/**
 * Stores checks: score and risk on the contract, risk on its portfolio, hints with their decisions kept. A decided
 * hint that persists keeps state and note, unless it became graver; an accepted one that is gone is done. Contracts
 * that changed since they were read are left out.
 *
 * @param at when they were checked
 * @returns ids of the contracts stored; the rest has to be checked again
 */
export async function storeChecks(
  transaction: Transaction<Schema>,
  checks: readonly CheckToStore[],
  at: string,
): Promise<ReadonlySet<string>> {
  if (checks.length === 0) return new Set();
  const expected = checks.map(({ contractId, portfolioId, riskClassId, tariffId }) => ({
    id: contractId,
    portfolio_id: portfolioId,
    risk_class_id: riskClassId,
    tariff_id: tariffId,
  }));
  // Always in the order of their ids, so that two checks never wait for each other in a circle; by a statement of its own, because one
  // that had to wait for a refresh would still join the portfolio that was current before it.
  await sql`select from contracts where tenant_id = app_tenant_id()
    and id = any (${checks.map(({ contractId }) => contractId)}::uuid[]) order by id for no key update`.execute(
    transaction,
  );
  const locked = await sql<LockedRow>`
    select c.id, (c.risk_class_id, c.tariff_id, p.id) is not distinct from
             (x.risk_class_id, x.tariff_id, x.portfolio_id) as is_same
      from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)
        as x (id uuid, portfolio_id uuid, risk_class_id smallint, tariff_id uuid)
      join contracts c on c.tenant_id = app_tenant_id() and c.id = x.id and c.deleted_at is null
      left join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current`.execute(
    transaction,
  );
  const unchanged = new Set(locked.rows.filter((row) => row.is_same).map((row) => row.id));
  const stored = checks.filter(({ contractId }) => unchanged.has(contractId));
  const existing = await readHints(transaction, [...unchanged]);
  const changes = changesOf(stored, existing, at);
  await writeContracts(transaction, stored, changes.open, at);
  await writePortfolios(transaction, stored);
  await writeHints(transaction, changes, at);
  return unchanged;
}

/** The one hint that comes from no check: somebody declined what the bank reports. */
const leftByPerson = 22;

async function readHints(
  transaction: Transaction<Schema>,
  contractIds: readonly string[],
): Promise<Map<string, HintRow[]>> {
  const { rows } = await sql<HintRow>`
    select id, contract_id, optimization_hint_id, title, text, severity, scope, fund_ids, peergroup_id, actual, target,
           range, suggested_fund_ids, finding_cause, state
      from contract_hints where contract_id = any (${contractIds}::uuid[])`.execute(transaction);
  return Map.groupBy(rows, (row) => row.contract_id);
}

function changesOf(
  checks: readonly CheckToStore[],
  existing: ReadonlyMap<string, readonly HintRow[]>,
  at: string,
): HintChanges {
  const changes: HintChanges = { deleted: [], done: [], updated: [], inserted: [], open: new Map() };
  for (const { contractId, hints } of checks) {
    const open: OpenHints = { findings: new Set(), severity: null, mask: 0 };
    changes.open.set(contractId, open);
    const left = new Map<string, HintRow>();
    for (const row of existing.get(contractId) ?? []) {
      // Left by a person who declined what the bank reports: no check finds it, none takes it away.
      if (row.optimization_hint_id === leftByPerson) {
        if (row.state === 'open') addOpen(open, row, row.finding_cause ?? row.id);
      } else if (left.has(hintKey(row))) changes.deleted.push(row.id);
      else left.set(hintKey(row), row);
    }
    for (const hint of hints) {
      const row = left.get(hintKey(hint));
      left.delete(hintKey(hint));
      const isGraver = row !== undefined && hint.severity > row.severity;
      const opens = row?.state === 'done' || (row?.state !== 'open' && isGraver);
      if (!row || opens || row.state === 'open') addOpen(open, hint, hint.finding_cause);
      if (!row) {
        changes.inserted.push({ ...hint, contract_id: contractId });
        continue;
      }
      if (opens || !isSame(row, hint))
        changes.updated.push({ ...hint, id: row.id, opens, created_at: row.state === 'done' ? at : null });
    }
    for (const row of left.values()) {
      if (row.state === 'accepted') changes.done.push(row.id);
      else if (row.state !== 'done') changes.deleted.push(row.id);
    }
  }
  return changes;
}

function addOpen(
  open: OpenHints,
  hint: Pick<FoundHint, 'severity' | 'optimization_hint_id'>,
  finding: string,
): void {
  open.findings.add(finding);
  open.severity = Math.max(open.severity ?? 0, hint.severity);
  open.mask |= 1 << (hint.optimization_hint_id - 1);
}

const isSame = (row: HintRow, hint: FoundHint): boolean =>
  row.text === hint.text &&
  row.finding_cause === hint.finding_cause &&
  row.title === hint.title &&
  row.severity === hint.severity &&
  row.scope === hint.scope &&
  row.actual === hint.actual &&
  row.target === hint.target &&
  row.range === hint.range &&
  row.fund_ids.join() === hint.fund_ids.join() &&
  row.suggested_fund_ids.join() === hint.suggested_fund_ids.join();

async function writeContracts(
  transaction: Transaction<Schema>,
  checks: readonly CheckToStore[],
  open: ReadonlyMap<string, OpenHints>,
  at: string,
): Promise<void> {
  const rows = checks.map(({ contractId, stored }) => {
    const { findings, severity, mask } = open.get(contractId) ?? {
      findings: new Set(),
      severity: null,
      mask: 0,
    };
    return { id: contractId, ...stored, count: findings.size, severity, mask };
  });
  await sql`
    update contracts c
       set contract_score = x.contract_score, score_risk = x.score_risk, score_allocation = x.score_allocation,
           score_quality = x.score_quality, score_costs = x.score_costs, score_savings_plan = x.score_savings_plan,
           score_calculated_at = ${at}, risk_value = x.risk_value, risk_target = x.risk_target,
           risk_band_low = x.risk_band_low, risk_band_high = x.risk_band_high, risk_band_status = x.risk_band_status,
           risk_distance = x.risk_distance, check_fingerprint = x.check_fingerprint, hint_count = x.count,
           highest_hint_severity = x.severity, hint_mask = x.mask
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, contract_score smallint, score_risk smallint,
           score_allocation smallint, score_quality smallint, score_costs smallint, score_savings_plan smallint,
           risk_value numeric, risk_target numeric, risk_band_low numeric, risk_band_high numeric, risk_band_status text,
           risk_distance numeric, check_fingerprint bigint, count smallint, severity smallint, mask integer)
     where c.tenant_id = app_tenant_id() and c.id = x.id`.execute(transaction);
}

async function writePortfolios(
  transaction: Transaction<Schema>,
  checks: readonly CheckToStore[],
): Promise<void> {
  const rows = checks.flatMap(({ portfolioId, stored }) =>
    portfolioId === null
      ? []
      : [{ id: portfolioId, risk_value: stored.risk_value, share_quota: stored.share_quota }],
  );
  await sql`
    update portfolios p set risk_value = x.risk_value, share_quota = x.share_quota
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, risk_value numeric, share_quota numeric)
     where p.tenant_id = app_tenant_id() and p.id = x.id
       and (p.risk_value, p.share_quota) is distinct from (x.risk_value, x.share_quota)`.execute(transaction);
}

/** All in one statement: what counts hints runs at its end and finds them complete. */
async function writeHints(transaction: Transaction<Schema>, changes: HintChanges, at: string): Promise<void> {
  const { deleted, done, updated, inserted } = changes;
  if (deleted.length + done.length + updated.length + inserted.length === 0) return;
  const shape = sql.raw(`optimization_hint_id smallint, title text, text text, severity smallint, scope text,
    fund_ids integer[], peergroup_id integer, actual numeric, target numeric, range numeric, suggested_fund_ids integer[],
    finding_cause text`);
  await sql`
    with deleted as (delete from contract_hints where tenant_id = app_tenant_id() and id = any (${changes.deleted}::uuid[])),
    done as (
      update contract_hints set state = 'done', state_changed_at = ${at}
       where tenant_id = app_tenant_id() and id = any (${changes.done}::uuid[])),
    updated as (
      update contract_hints h
         set title = x.title, text = x.text, severity = x.severity, scope = x.scope, fund_ids = x.fund_ids,
             actual = x.actual, target = x.target, range = x.range, suggested_fund_ids = x.suggested_fund_ids,
             finding_cause = x.finding_cause,
             created_at = coalesce(x.created_at, h.created_at),
             state = case when x.opens then 'open' else h.state end,
             dismissed_reason = case when x.opens then null else h.dismissed_reason end,
             state_note = case when x.opens then null else h.state_note end,
             state_changed_at = case when x.opens then null else h.state_changed_at end,
             state_changed_by = case when x.opens then null else h.state_changed_by end
        from jsonb_to_recordset(${JSON.stringify(changes.updated)}::jsonb)
          as x (id uuid, opens boolean, created_at timestamptz, ${shape})
       where h.tenant_id = app_tenant_id() and h.id = x.id)
    insert into contract_hints (tenant_id, contract_id, optimization_hint_id, title, text, severity, scope, fund_ids,
        peergroup_id, actual, target, range, suggested_fund_ids, finding_cause, created_at)
    select app_tenant_id(), x.contract_id, x.optimization_hint_id, x.title, x.text, x.severity, x.scope, x.fund_ids,
           x.peergroup_id, x.actual, x.target, x.range, x.suggested_fund_ids, x.finding_cause, ${at}
      from jsonb_to_recordset(${JSON.stringify(changes.inserted)}::jsonb) as x (contract_id uuid, ${shape})
  `.execute(transaction);
}
