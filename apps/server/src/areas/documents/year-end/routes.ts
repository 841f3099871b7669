import * as calls from '@depotwerk/api/year-end';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../../platform/lists/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { printYearEnd } from './print-year-end.ts';
import { startYearEnd } from './start-year-end.ts';
import { readYearEndRows } from './year-end-rows.view.ts';

/** Letters of a year for many contracts. */
export function yearEndRoutes(services: Services, wakeJobs: () => void): Route[] {
  return [
    route(calls.createYearEndReports, async (context, input) => {
      const job = await startYearEnd(services, context, input);
      wakeJobs();
      return job;
    }),
    route(calls.listYearEndRows, async ({ scope }, input) => {
      const page = pageOf(input.query);
      const { items, total } = await readYearEndRows(services, scope, input, page);
      return Reply.json(
        items,
        pageHeaders(`/jobs/${input.params.id}/year-end-reports`, input.query, page, total),
      );
    }),
    route(calls.printYearEndReports, (context, input) => printYearEnd(services, context, input)),
  ];
}
