import { getPasswordHelp } from '@depotwerk/api/auth/account';
import { getWhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { anonymousRoute, Reply, type Route } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { createWhiteLabelReader } from './white-label.view.ts';

/** The configuration the browser loads before it starts, and what it asks of the house before anybody signs in. */
export function whiteLabelRoutes(services: SignInServices): Route[] {
  const read = createWhiteLabelReader(services);
  return [
    anonymousRoute(getWhiteLabelConfig, async (context) => {
      const { offered, etag } = await read(context.host);
      // May be kept, but is asked for again each time: a changed colour shows on the next page.
      return Reply.json(offered, { etag, 'cache-control': 'no-cache', vary: 'host' });
    }),
    anonymousRoute(getPasswordHelp, async (context) => {
      const { canMail, hasOwnSms } = await read(context.host);
      // Where nobody knows the house, nobody knows that it has none.
      return { isMailed: canMail, isTexted: (hasOwnSms ?? true) || services.sms.isAvailable };
    }),
  ];
}
