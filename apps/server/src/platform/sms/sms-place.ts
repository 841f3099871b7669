import type { SecretPlace } from '../secrets/envelope.ts';

/** What the text of a message is bound to. @param sealId `sms_outbox.seal_id` */
export const smsPlace = (sealId: string, userId: string | null): SecretPlace => ({
  table: 'sms_outbox',
  row: sealId,
  user: userId ?? '',
});
