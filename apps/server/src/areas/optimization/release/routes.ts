import * as calls from '@depotwerk/api/optimization/bulk-releases';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import type { Services } from '../../../platform/services.ts';
import { readReleaseRows, readReleaseSums } from './release-rows.view.ts';
import { readReleasesAhead } from './releases-ahead.view.ts';
import { startReleases } from './start-releases.ts';

/** Releasing the plans of many contracts at once. */
export function releaseRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.previewReleases, ({ scope }, { body }) =>
      readReleasesAhead(services, scope, body.selection, new Date(services.clock())),
    ),
    route(calls.releasePlans, (context, input) => woken(startReleases(services, context, input))),
    route(calls.listReleaseRows, ({ scope }, input) =>
      answerPage(calls.listReleaseRows, input, (page) => readReleaseRows(services, scope, input, page)),
    ),
    route(calls.sumReleases, ({ scope }, { params }) => readReleaseSums(services, scope, params.id)),
  ];
}
