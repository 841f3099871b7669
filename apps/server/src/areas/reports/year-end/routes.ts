import * as calls from '@depotwerk/api/reports/year-end';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import type { Services } from '../../../platform/services.ts';
import { printYearEnd } from './print-year-end.ts';
import { startYearEnd } from './start-year-end.ts';
import { readYearEndRows } from './year-end-rows.view.ts';

/** Letters of a year for many contracts. */
export function yearEndRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.createYearEndReports, (context, input) => woken(startYearEnd(services, context, input))),
    route(calls.listYearEndRows, ({ scope }, input) =>
      answerPage(calls.listYearEndRows, input, (page) => readYearEndRows(services, scope, input, page)),
    ),
    route(calls.printYearEndReports, (context, input) => printYearEnd(services, context, input)),
  ];
}
