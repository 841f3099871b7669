import * as own from '@depotwerk/api/questionnaires/own-answers';
import * as versions from '@depotwerk/api/questionnaires/questionnaire-versions';
import * as calls from '@depotwerk/api/questionnaires/questionnaires';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { recordingCustomerRead } from '../customers/public.ts';
import { approveVersion, rejectVersion, submitVersion, withdrawVersion } from './decide-version.ts';
import { readGivenAnswers } from './given-answers.view.ts';
import { submitOwnAnswers } from './own-answers.ts';
import { readOwnLastAnswers, readOwnQuestionnaire, readWaitingAnswers } from './own-answers.view.ts';
import { listQuestionnaires, readQuestionnaire } from './questionnaire.view.ts';
import { listVersions, readVersion } from './questionnaire-versions.view.ts';
import { createQuestionnaire, createVersion, deleteVersion, putVersion } from './save-version.ts';
import { submitAnswers } from './submit-answers.ts';

/** Questionnaires, answers to them and what comes of these. */
export function questionnaireRoutes(services: Services): Route[] {
  /** Which version counts. */
  const versionDay = () => todayOfHouse(services);
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.listQuestionnaires, (context) => listQuestionnaires(services, context.scope, versionDay())),
    route(calls.getQuestionnaire, (context, { params, query }) =>
      readQuestionnaire(services, context.scope, params.key, versionDay(), query.version),
    ),
    route(versions.listQuestionnaireVersions, (context) =>
      listVersions(services, context.scope, versionDay()),
    ),
    route(versions.getQuestionnaireVersion, (context, { params }) =>
      readVersion(services, context.scope, params.id, versionDay()),
    ),
    route(versions.createQuestionnaire, (context, input) =>
      createQuestionnaire(services, context, input, versionDay()),
    ),
    route(versions.createQuestionnaireVersion, (context, input) =>
      createVersion(services, context, input, versionDay()),
    ),
    route(versions.putQuestionnaireVersion, (context, input) =>
      putVersion(services, context, input, versionDay()),
    ),
    route(versions.deleteQuestionnaireVersion, (context, input) => deleteVersion(services, context, input)),
    route(versions.submitQuestionnaireVersion, (context, input) =>
      submitVersion(services, context, input, versionDay()),
    ),
    route(versions.withdrawQuestionnaireVersion, (context, input) =>
      withdrawVersion(services, context, input, versionDay()),
    ),
    route(versions.approveQuestionnaireVersion, (context, input) =>
      approveVersion(services, context, input, versionDay()),
    ),
    route(versions.rejectQuestionnaireVersion, (context, input) =>
      rejectVersion(services, context, input, versionDay()),
    ),
    route(own.getOwnQuestionnaire, (context, { params, query }) =>
      readOwnQuestionnaire(services, context.scope, params.key, versionDay(), query.version),
    ),
    route(own.getOwnLastAnswers, (context, { params }) =>
      readOwnLastAnswers(services, context.scope, params.key, versionDay()),
    ),
    route(own.submitOwnAnswers, (context, input) => submitOwnAnswers(services, context, input)),
    route(own.listWaitingAnswers, (context, { params }) => {
      const recorded = recordingCustomerRead(services, context, params.id, 'ownAnswers');
      return readWaitingAnswers(recorded, context.scope, params.id);
    }),
    route(calls.submitAnswers, (context, input) => submitAnswers(services, context, input)),
    route(calls.listGivenAnswers, (context, { params }) => {
      const recorded = recordingCustomerRead(services, context, params.id, 'questionnaireAnswers');
      return readGivenAnswers(recorded, context.scope, params.id, today(context));
    }),
  ];
}
