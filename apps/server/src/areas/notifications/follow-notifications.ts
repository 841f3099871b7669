import { type Looking, startLooking } from '../../platform/looking.ts';
import type { Logger } from '../../platform/services.ts';
import { type MailServices, mailNotifications } from './mail-notifications.ts';
import { tellPeople } from './tell-people.ts';

const tellEvery = 1000;
const mailEvery = 15_000;

/** Tells people what happens, and writes their mails, until stopped. */
export function startNotifying(services: MailServices & { readonly logger: Logger }): Looking {
  // What failed is still there for the next look.
  const onFailure = (error: unknown) => services.logger.error({ err: error }, 'notifications.lookFailed');
  const looks = [
    startLooking(tellEvery, () => tellPeople(services), onFailure),
    startLooking(mailEvery, () => mailNotifications(services), onFailure),
  ];
  return { stop: async () => void (await Promise.all(looks.map((look) => look.stop()))) };
}
