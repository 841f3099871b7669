import * as calls from '@depotwerk/api/mail/mail';
import * as smsCalls from '@depotwerk/api/mail/sms';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readMailSettings, readMails } from './mail-settings.view.ts';
import { putMailSettings, removeMailSettings, resendMail, testMail } from './save-mail-settings.ts';
import { putSmsSettings, removeSmsSettings, resendSms, testSms } from './save-sms-settings.ts';
import { readSms, readSmsSettings } from './sms-settings.view.ts';

/** The calls of sending mail and SMS. */
export function mailRoutes(services: SignInServices): Route[] {
  return [
    route(calls.getMailSettings, async (context) =>
      versioned(await readMailSettings(services, context.scope)),
    ),
    route(calls.putMailSettings, async (context, input) =>
      versioned(await putMailSettings(services, context, input)),
    ),
    route(calls.removeMailSettings, async (context) => {
      await removeMailSettings(services, context);
      return {};
    }),
    route(calls.testMailSettings, (context) => testMail(services, context)),
    route(calls.listMails, ({ scope }, input) =>
      answerPage(calls.listMails, input, (page) => readMails(services, scope, input.query.state, page)),
    ),
    route(calls.resendMail, async (context, { params }) => {
      await resendMail(services, context, params.id);
      return {};
    }),
    route(smsCalls.getSmsSettings, async (context) =>
      versioned(await readSmsSettings(services, context.scope)),
    ),
    route(smsCalls.putSmsSettings, async (context, input) =>
      versioned(await putSmsSettings(services, context, input)),
    ),
    route(smsCalls.removeSmsSettings, async (context) => {
      await removeSmsSettings(services, context);
      return {};
    }),
    route(smsCalls.testSmsSettings, (context, { body }) => testSms(services, context, body)),
    route(smsCalls.listSms, ({ scope }, input) =>
      answerPage(smsCalls.listSms, input, (page) => readSms(services, scope, input.query.state, page)),
    ),
    route(smsCalls.resendSms, async (context, { params }) => {
      await resendSms(services, context, params.id);
      return {};
    }),
  ];
}
