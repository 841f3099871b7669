import * as calls from '@depotwerk/api/jobs/jobs';
import { type Route, route } from '../../platform/http/route.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import type { Services } from '../../platform/services.ts';
import { cancelJob } from './cancel-job.ts';
import { exportLeftOut } from './export-left-out.ts';
import { listJobPage, listProblemPage, readJob } from './jobs.view.ts';
import { listLeftOutPage } from './left-out.view.ts';
import { retryJob } from './retry-job.ts';

/** Background jobs as their owners and operators see them. */
export function jobRoutes(services: Services): Route[] {
  const { database } = services;
  return [
    route(calls.listJobs, ({ scope }, input) =>
      answerPage(calls.listJobs, input, (page) => listJobPage(database, scope, input.query, page)),
    ),
    route(calls.getJob, ({ scope }, { params }) => readJob(database, scope, params.id)),
    route(calls.listJobProblems, ({ scope }, input) =>
      answerPage(calls.listJobProblems, input, (page) =>
        listProblemPage(database, scope, input.params.id, page),
      ),
    ),
    route(calls.listLeftOut, (context, input) =>
      input.query.format === undefined
        ? answerPage(calls.listLeftOut, input, (page) =>
            listLeftOutPage(database, context.scope, input.params.id, page),
          )
        : exportLeftOut(services, context, input),
    ),
    route(calls.cancelJob, (context, input) => cancelJob(services, context, input)),
    route(calls.retryJob, (context, input) => retryJob(services, context, input)),
  ];
}
