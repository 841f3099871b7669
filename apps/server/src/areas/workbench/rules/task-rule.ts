import type { TaskThresholds } from '@depotwerk/api/workbench/workbench';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import { type RawBuilder, sql } from 'kysely';

/** Which contracts a look goes over. */
export type ContractSubset =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'range'; readonly from: string; readonly until: string | null };

export interface Look {
  /** German calendar day. */
  readonly today: string;
  readonly thresholds: TaskThresholds;
  /** Limits the rules of contracts; the others are few and always looked at as a whole. */
  readonly contracts: ContractSubset;
  /**
   * Thresholds the house has just made stricter: a task that would not open by them any more ends, instead of staying until its
   * cause is gone altogether. Left out = none.
   */
  readonly stricter?: readonly ThresholdKey[] | undefined;
}

/** Those whose tasks would stay; one of a loss ends by its rule. A job names no others: a server of the release before reads none. */
export const thresholdKeys = ['hintSeverity', 'riskOpenPoints', 'profileOpenDays'] as const;
export type ThresholdKey = (typeof thresholdKeys)[number];

type Sql = RawBuilder<unknown>;

/** A cause of a task as SQL expressions; what is left out is absent. */
interface CauseColumns {
  /** Names the cause within its kind. */
  readonly key: Sql;
  readonly severity: Sql;
  /** Only from facts: a day that moved with every look would be none. */
  readonly dueDate?: Sql;
  /** What the cause consists of: a new bit brings a task back that was done by hand. */
  readonly bits?: Sql;
  /** Facts for the text; no personal data. */
  readonly details?: Sql;
  readonly customerId?: Sql;
  readonly contractId?: Sql;
  readonly groupId?: Sql;
  readonly userId?: Sql;
  readonly isHouse?: boolean;
  readonly notFor?: Sql;
  /** Who gets it at first. */
  readonly assignedTo?: Sql;
}

/** How tasks of one kind open and end, over a whole tenant at once. */
export interface TaskRule {
  readonly taskType: TaskType;
  /** Looked at contract by contract; all others as a whole. */
  readonly isOfContracts: boolean;
  /** Of those, one for all contracts of a customer who holds them: whoever holds one of the look's is looked at with all of hers. */
  readonly isOfHolders?: boolean;
  /** SELECT of the causes that open a task, made by `causeSelect`. */
  readonly causes: (look: Look) => Sql;
  /**
   * Condition on an open task `t`: its cause goes on, or nobody can know. A task ends when this is false, which takes more
   * than not being opened anew.
   */
  readonly persists: (look: Look) => Sql;
}

/** SELECT of causes in the order `openTasks` inserts them; `from` is everything behind the list. */
export function causeSelect(columns: CauseColumns, from: Sql): Sql {
  const no = (type: string) => sql.raw(`null::${type}`);
  return sql`select ${columns.key} as cause_key, ${columns.severity}::smallint as severity,
    ${columns.dueDate ?? no('date')} as due_date, ${columns.bits ?? sql.raw('0')}::integer as cause_bits,
    ${columns.details ?? sql.raw(`'{}'::jsonb`)} as details, ${columns.customerId ?? no('uuid')} as customer_id,
    ${columns.contractId ?? no('uuid')} as contract_id, ${columns.groupId ?? no('uuid')} as group_id,
    ${columns.userId ?? no('uuid')} as user_id, ${sql.raw(String(columns.isHouse ?? false))} as is_house,
    ${columns.notFor ?? sql.raw(`'{}'::uuid[]`)} as not_for, ${columns.assignedTo ?? no('uuid')} as assigned_user_id
    ${from}`;
}

/** The column names a contract of the look. */
export function within({ contracts }: Look, column: string): Sql {
  const id = sql.raw(column);
  if (contracts.kind === 'ids') return sql`${id} = any (${contracts.ids}::uuid[])`;
  return contracts.until === null
    ? sql`${id} >= ${contracts.from}::uuid`
    : sql`(${id} >= ${contracts.from}::uuid and ${id} < ${contracts.until}::uuid)`;
}

/** Who holds a contract of the look, or did when a task of that kind was opened. */
export const holdersOf = (look: Look, taskType: TaskType): Sql =>
  sql`(select c.customer_id from contracts c where c.tenant_id = app_tenant_id() and ${within(look, 'c.id')}
    union select h.customer_id from contract_holders h where h.tenant_id = app_tenant_id() and ${within(look, 'h.contract_id')}
    union select o.customer_id from workbench_tasks o where o.tenant_id = app_tenant_id() and o.task_type = ${taskType}
      and o.ended_at is null and ${within(look, 'o.contract_id')})`;
