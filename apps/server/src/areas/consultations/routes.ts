import * as statistics from '@depotwerk/api/consultations/consultation-statistics';
import * as consultations from '@depotwerk/api/consultations/consultations';
import { todayIn } from '../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageOf } from '../../platform/lists/paging.ts';
import { completeConsultation, putConsultation } from './change-consultation.ts';
import { listVisibleConsultations, readConsultation } from './consultation.view.ts';
import type { ConsultationServices } from './consultation-services.ts';
import { readStatistics } from './consultation-statistics.view.ts';
import { createConsultation } from './create-consultation.ts';
import { exportStatistics } from './export-statistics.ts';

/** The calls of consultations. */
export function consultationRoutes(services: ConsultationServices): Route[] {
  const tagged = (consultation: consultations.Consultation) =>
    Reply.json(consultation, { etag: `"${consultation.rowVersion}"` });
  return [
    route(statistics.readConsultationStatistics, async (context, { query: { year, format } }) =>
      format === undefined
        ? Reply.json(await readStatistics(services, context.scope, year))
        : exportStatistics(services, context, year, format),
    ),
    route(consultations.listConsultations, (context, { query }) =>
      listVisibleConsultations(services, context.scope, query, pageOf(query)),
    ),
    route(consultations.getConsultation, async (context, { params }) => {
      const today = todayIn(context.zone, new Date(services.clock()));
      return tagged((await readConsultation(services, context.scope, params.id, today)).consultation);
    }),
    route(consultations.createConsultation, async (context, { body }) =>
      tagged(await createConsultation(services, context, body)),
    ),
    route(consultations.putConsultation, async (context, input) =>
      tagged(await putConsultation(services, context, input)),
    ),
    route(consultations.completeConsultation, async (context, input) =>
      tagged(await completeConsultation(services, context, input)),
    ),
  ];
}
