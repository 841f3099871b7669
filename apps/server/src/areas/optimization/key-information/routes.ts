import * as calls from '@depotwerk/api/optimization/key-information';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import type { Services } from '../../../platform/services.ts';
import { selectionAsTexts } from '../../contracts/public.ts';
import { readHandoverRows } from './handover-rows.view.ts';
import { readHandoversAhead } from './handovers-ahead.view.ts';
import { startHandovers } from './start-handovers.ts';

/** Handing over key information for many contracts at once. */
export function handoverRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.previewHandovers, ({ scope, zone }, { body }) =>
      readHandoversAhead(
        services,
        scope,
        selectionAsTexts(body.selection),
        todayIn(zone, new Date(services.clock())),
      ),
    ),
    route(calls.handOverToMany, (context, input) => woken(startHandovers(services, context, input))),
    route(calls.listHandoverRows, ({ scope }, input) =>
      answerPage(calls.listHandoverRows, input, (page) => readHandoverRows(services, scope, input, page)),
    ),
  ];
}
