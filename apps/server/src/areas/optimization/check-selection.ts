import { contractFilter } from '@depotwerk/api/contracts/contracts';
import { id } from '@depotwerk/api/fields';
import type { GroupRight, PermissionCode } from '@depotwerk/domain/permissions';
import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { JobOf, JobPlanning, Planning } from '../../platform/jobs/job-handler.ts';
import { nothingLeft, perhapsStarterShape, readHeldScope } from '../../platform/jobs/job-starter.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { selectedContracts, selectsEverything, visibilityConditions } from '../contracts/public.ts';

/** Which contracts a bulk check is about: those named, or all under the list's filter; of these what its caller may edit. */
export const checkSelection = z.object({
  contractIds: z.optional(z.array(id)),
  // The list's own filter, parsed when the job was asked for.
  filter: z.optional(z.record(z.string(), z.unknown())),
  /** Only contracts whose tariff brings their risk down before they end: the day alone changes what holds for them. */
  withLifeCycle: z.optional(z.boolean()),
  /** Only contracts that hold a fund above the risk indicator their tariff allows, or are said to: funds change by themselves. */
  aboveRiskIndicator: z.optional(z.boolean()),
  /** All contracts, because the figures of funds were computed anew: nobody asked for it, so nobody is told row by row. */
  afterFigures: z.optional(z.boolean()),
  visibility: z.object({
    groupIds: z.nullable(z.array(id)),
    includesWithoutGroup: z.boolean(),
    ownCustomerId: z.nullable(id),
  }),
  ...perhapsStarterShape,
});
export type CheckSelection = z.output<typeof checkSelection>;

/** Conditions on `contracts c`. */
export function selectionOf(selection: CheckSelection, parameters: Parameters): string {
  const conditions = [selectedContracts(filterOf(selection), selection.visibility, parameters)];
  if (selection.contractIds) conditions.push(`c.id = any (${parameters.add(selection.contractIds)}::uuid[])`);
  if (selection.withLifeCycle)
    conditions.push(`c.end_date is not null and c.tariff_id in (select t.id from tariffs t
      where t.tenant_id = app_tenant_id() and t.life_cycle is not null)`);
  if (selection.aboveRiskIndicator) conditions.push(aboveRiskIndicator);
  return conditions.join(' and ');
}

/** H19 */
const riskIndicatorHintId = 19;
const aboveRiskIndicator = `c.tariff_id in (select t.id from tariffs t
    where t.tenant_id = app_tenant_id() and t.highest_risk_indicator is not null)
  and (exists (select from contract_hints h where h.tenant_id = c.tenant_id and h.contract_id = c.id and h.state = 'open'
          and h.optimization_hint_id = ${riskIndicatorHintId})
    or exists (select from portfolios p
         join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id and e.quantity > 0
         join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
         join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
          and f.risk_indicator > t.highest_risk_indicator))`;

export interface ChunkStart {
  readonly fromId: string;
  readonly size: number;
}

/** From one contract until the next chunk begins; the last one goes on to the end. */
export const contractRange = z.object({ fromId: id, untilId: z.nullable(id) });
export type ContractRange = z.output<typeof contractRange>;

/** The contracts of a selection that lie in the range, as conditions on `c`. */
export function inRange(
  selection: CheckSelection,
  { fromId, untilId }: ContractRange,
  parameters: Parameters,
): string {
  const until = untilId === null ? '' : ` and c.id < ${parameters.add(untilId)}::uuid`;
  return `${selectionOf(selection, parameters)} and c.id >= ${parameters.add(fromId)}::uuid${until}`;
}

/**
 * Whether the starter of a job may still edit a contract, as a condition on `c`: what he lost since he started it is not worked on.
 * True where nobody asked for the work as such.
 */
export async function editableStill(
  reader: Reader,
  job: JobOf<CheckSelection>,
  permissions: readonly PermissionCode[],
  parameters: Parameters,
): Promise<string> {
  if (job.payload.sessionId === undefined) return 'true';
  return heldStill(await readHeldScope(reader, job, permissions), ['groupContracts.edit'], parameters);
}

/** Whether somebody has rights in the group of a contract, as a condition on `c`. @param scope null = he has none at all */
export function heldStill(
  scope: Scope | null,
  rights: readonly GroupRight[],
  parameters: Parameters,
): string {
  if (scope === null) return 'false';
  const conditions = rights.flatMap((right) => visibilityConditions(visibilityOf(scope, right), parameters));
  return `coalesce(${conditions.join(' and ')}, false)`;
}

/** What is said of contracts the starter may not edit any more. */
export const rightLostText =
  'Wer die Arbeit gestartet hat, darf diesen Vertrag nicht mehr bearbeiten. Bitte lassen Sie sie von jemandem starten, der es darf.';

/** Adds the only lane of a job that goes through contracts, and its chunks. */
export async function addContractChunks(
  planning: Planning<ContractRange>,
  starts: readonly ChunkStart[],
): Promise<void> {
  const lane = 'all';
  await planning.addLane(lane, 'Verträge');
  await planning.addChunks(
    starts.map(({ fromId, size }, k) => ({
      lane,
      chunkKey: String(k),
      payload: { fromId, untilId: starts[k + 1]?.fromId ?? null },
      size,
    })),
  );
}

/** Plans a job that goes through a selection; answers how many there are. Whoever asked for it is told where nothing of it is left when its turn comes. */
export async function planSelection(
  transaction: Transaction<Schema>,
  { payload }: JobOf<CheckSelection>,
  planning: JobPlanning<ContractRange>,
  chunkSize: number,
): Promise<number> {
  const starts = await findChunks(transaction, payload, chunkSize);
  await addContractChunks(planning, starts);
  if (starts.length === 0 && payload.sessionId !== undefined) await planning.addProblem(nothingLeft);
  return starts.reduce((sum, { size }) => sum + size, 0);
}

/** First contract and number of contracts of each chunk, in the order of ids. */
function findChunks(
  transaction: Transaction<Schema>,
  selection: CheckSelection,
  chunkSize: number,
): Promise<ChunkStart[]> {
  const isWhole =
    !selection.withLifeCycle &&
    !selection.aboveRiskIndicator &&
    selection.contractIds === undefined &&
    selectsEverything(filterOf(selection));
  return isWhole
    ? stepThrough(transaction, selection, chunkSize)
    : numberAll(transaction, selection, chunkSize);
}

/** Step by step along the index: a million contracts take a thousand short statements instead of one long one. */
async function stepThrough(
  transaction: Transaction<Schema>,
  selection: CheckSelection,
  chunkSize: number,
): Promise<ChunkStart[]> {
  const one = async <Row>(column: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const text = `select ${column} from contracts c where ${selectionOf(selection, parameters)} ${tail(parameters)}`;
    const { rows } = await transaction.executeQuery<Row>(CompiledQuery.raw(text, parameters.values));
    return rows[0];
  };
  const starts: ChunkStart[] = [];
  let next = await one<{ id: string }>('c.id', () => 'order by c.id limit 1');
  while (next) {
    const fromId = next.id;
    next = await one<{ id: string }>(
      'c.id',
      (parameters) =>
        `and c.id > ${parameters.add(fromId)}::uuid order by c.id offset ${chunkSize - 1} limit 1`,
    );
    starts.push({ fromId, size: chunkSize });
  }
  const last = starts.at(-1);
  if (!last) return [];
  const rest = await one<{ count: number }>(
    'count(*) as count',
    (parameters) => `and c.id >= ${parameters.add(last.fromId)}::uuid`,
  );
  return [...starts.slice(0, -1), { fromId: last.fromId, size: rest?.count ?? 0 }];
}

/** All at once: what a filter leaves is found by its own index, as in the list. */
async function numberAll(
  transaction: Transaction<Schema>,
  selection: CheckSelection,
  chunkSize: number,
): Promise<ChunkStart[]> {
  const parameters = new Parameters();
  const { rows } = await transaction.executeQuery<{ id: string; place: number; total: number }>(
    CompiledQuery.raw(
      `select id, place, total from (
         select c.id, row_number() over (order by c.id) as place, count(*) over () as total
           from contracts c where ${selectionOf(selection, parameters)}) numbered
        where (place - 1) % ${chunkSize} = 0 order by place`,
      parameters.values,
    ),
  );
  return rows.map(({ id: fromId, place, total }) => ({
    fromId,
    size: Math.min(chunkSize, total - place + 1),
  }));
}

const parsedFilter = z.strictObject(contractFilter);
const filterOf = (selection: CheckSelection) => parsedFilter.parse(selection.filter ?? {});
