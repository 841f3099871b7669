import type { GotoTargetType } from '@depotwerk/api/search/search';
import { guidPattern } from '@depotwerk/domain/guid';
import { resultsDialogOf } from '@depotwerk/domain/job-results';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type { ReadQuery } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';
import { documentVisibility } from '../documents/public.ts';
import { readJob } from '../jobs/public.ts';
import { openRequest } from '../prospects/public.ts';
import { readTask } from '../workbench/public.ts';
import { documentPathOf } from './document-path.ts';

interface Target {
  readonly type: GotoTargetType;
  readonly id: string;
  readonly issuerId?: number | undefined;
}

type Query = ReadQuery<{ path: string }>;

/** What the page behind a kind of link demands; without it there is nothing to lead to. */
const permissions: Readonly<Record<GotoTargetType, readonly PermissionCode[]>> = {
  contract: ['contracts.view'],
  customer: ['customers.view'],
  tariff: ['admin.access', 'tariffs.view'],
  report: ['documents.view'],
  task: ['workbench.view'],
  // Whoever started work may look at it; where, depends on his rights.
  job: [],
  prospect: ['customers.create'],
  document: ['documents.view'],
};

const queries: Readonly<
  Record<Exclude<GotoTargetType, 'task' | 'job'>, (scope: Scope, target: Target) => Query>
> = {
  contract: contractQuery,
  customer: customerQuery,
  tariff: tariffQuery,
  report: archiveQuery,
  prospect: prospectQuery,
  document: archiveQuery,
};

/** The page a stable link leads this caller to. @throws 404 for what is foreign, missing or not his to open, alike */
export async function readGotoTarget(
  services: ReadServices,
  scope: Scope,
  target: Target,
  today: string,
): Promise<{ path: string }> {
  const { type, id } = target;
  if (!permissions[type].every((permission) => scope.permissions.has(permission))) throw notFound();
  if (type === 'task' || type === 'job') {
    if (!guidPattern.test(id)) throw notFound();
    if (type === 'job') return { path: await jobPath(services, scope, id) };
    return { path: (await readTask(services, scope, id, today)).path };
  }
  const query = queries[type];
  // Two are enough to see that a number is not unique.
  const [first, second] = await services.database.read(scope, query(scope, target));
  if (!first) throw notFound();
  return second ? { path: `/contracts?search=${encodeURIComponent(target.id)}` } : { path: first.path };
}

/** By number, which several institutions may use, or by id; a number may look like an id: letters name it all the same. */
function contractQuery(scope: Scope, { id, issuerId }: Target): Query {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const byNumber = `c.external_key = ${parameters.add(id)}`;
  conditions.push(guidPattern.test(id) ? `(${byId('c.id', id, parameters)} or ${byNumber})` : byNumber);
  if (issuerId !== undefined) conditions.push(`c.issuer_id = ${parameters.add(issuerId)}`);
  return {
    sql: `select '/contracts/' || c.id || '/overview' as path from contracts c where ${conditions.join(' and ')} limit 2`,
    parameters: parameters.values,
  };
}

function customerQuery(scope: Scope, { id }: Target): Query {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(byId('u.id', id, parameters));
  return {
    sql: `select '/customers/' || u.id as path from customers u where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  };
}

function tariffQuery(_scope: Scope, { id }: Target): Query {
  const column = guidPattern.test(id) ? 'id' : 'key';
  return {
    sql: `select '/admin/tariffs/' || id || '/summary' as path from tariffs where ${column} = $1`,
    parameters: [id],
  };
}

/** Documents, a report's among them, lie in the archive: beside their contract where the caller sees it, else with their customer. */
function archiveQuery(scope: Scope, { type, id }: Target): Query {
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters);
  conditions.push(byId(type === 'report' ? 'r.id' : 'd.id', id, parameters));
  const path = documentPathOf(scope, parameters);
  const report =
    type === 'report' ? 'join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id' : '';
  return {
    sql: `select ${path.selection} as path
      from documents d
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id ${report} ${path.join}
      where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  };
}

/** Who asked to be contacted; gone with the day the request is deleted. */
function prospectQuery(_scope: Scope, { id }: Target): Query {
  const parameters = new Parameters();
  return {
    sql: `select '/prospects?open=' || a.id as path from depot_analyses a
      where ${openRequest('now()')} and ${byId('a.id', id, parameters)}`,
    parameters: parameters.values,
  };
}

/**
 * Work: its panel for whoever may open the page of all work; whoever else started it comes to the dialog with its rows, or to the
 * start page where there is none: what it came to stands in the bell.
 */
async function jobPath({ database }: ReadServices, scope: Scope, id: string): Promise<string> {
  const { isMine, jobType } = await readJob(database, scope, id);
  if (scope.permissions.has('jobs.view') && scope.permissions.has('admin.access'))
    return `/admin/jobs?open=${id}`;
  if (!isMine) throw notFound();
  const dialog = scope.permissions.has('contracts.view') ? resultsDialogOf(jobType) : undefined;
  return dialog === undefined ? '/' : `/contracts?dialog=${dialog}&jobId=${id}`;
}

/** What is no id names nothing. */
const byId = (column: string, id: string, parameters: Parameters) =>
  guidPattern.test(id) ? `${column} = ${parameters.add(id)}` : 'false';
