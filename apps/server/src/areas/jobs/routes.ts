import * as calls from '@depotwerk/api/jobs';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import type { Services } from '../../platform/services.ts';
import { cancelJob } from './cancel-job.ts';
import { listJobPage, listProblemPage, readJob } from './jobs.view.ts';
import { retryJob } from './retry-job.ts';

/** Background jobs as their owners and operators see them. */
export function jobRoutes(services: Services): Route[] {
  const { database } = services;
  return [
    route(calls.listJobs, async ({ scope }, { query }) => {
      const page = pageOf(query);
      const { items, total } = await listJobPage(database, scope, query, page);
      return Reply.json(items, pageHeaders(calls.listJobs.path, query, page, total));
    }),
    route(calls.getJob, ({ scope }, { params }) => readJob(database, scope, params.id)),
    route(calls.listJobProblems, async ({ scope }, { params, query }) => {
      const page = pageOf(query);
      const { items, total } = await listProblemPage(database, scope, params.id, page);
      return Reply.json(items, pageHeaders(`/jobs/${params.id}/problems`, query, page, total));
    }),
    route(calls.cancelJob, (context, input) => cancelJob(services, context, input)),
    route(calls.retryJob, (context, input) => retryJob(services, context, input)),
  ];
}
