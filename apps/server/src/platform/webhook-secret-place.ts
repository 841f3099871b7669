import type { SecretPlace } from './secrets/envelope.ts';

/** What the secret of a webhook is bound to. @param id of the row of `webhooks` */
export const webhookSecretPlace = (id: string): SecretPlace => ({ table: 'webhooks', row: id, user: '' });
