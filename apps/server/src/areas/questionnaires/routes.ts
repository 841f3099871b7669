import * as calls from '@depotwerk/api/questionnaires';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { recordingCustomerRead } from '../customers/public.ts';
import { readGivenAnswers } from './given-answers.view.ts';
import { readQuestionnaire } from './questionnaire.view.ts';
import { submitAnswers } from './submit-answers.ts';

/** Questionnaires, answers to them and what comes of these. */
export function questionnaireRoutes(services: Services): Route[] {
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.getQuestionnaire, (context, { params, query }) =>
      readQuestionnaire(services, context.scope, params.key, today(context), query.version),
    ),
    route(calls.submitAnswers, (context, input) => submitAnswers(services, context, input)),
    route(calls.listGivenAnswers, (context, { params }) => {
      const recorded = recordingCustomerRead(services, context, params.id, 'questionnaireAnswers');
      return readGivenAnswers(recorded, context.scope, params.id, today(context));
    }),
  ];
}
