import * as calls from '@depotwerk/api/mail';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readMailSettings, readMails } from './mail-settings.view.ts';
import { putMailSettings, resendMail, testMail } from './save-mail-settings.ts';

const versioned = (settings: calls.MailSettings) =>
  Reply.json(settings, { etag: `"${settings.rowVersion}"` });

/** The calls of sending mail. */
export function mailRoutes(services: SignInServices): Route[] {
  return [
    route(calls.getMailSettings, async (context) =>
      versioned(await readMailSettings(services, context.scope)),
    ),
    route(calls.putMailSettings, async (context, input) =>
      versioned(await putMailSettings(services, context, input)),
    ),
    route(calls.testMailSettings, (context) => testMail(services, context)),
    route(calls.listMails, async (context, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await readMails(services, context.scope, query.state, page);
      return Reply.json(rows, pageHeaders(calls.listMails.path, query, page, total));
    }),
    route(calls.resendMail, async (context, { params }) => {
      await resendMail(services, context, params.id);
      return {};
    }),
  ];
}
