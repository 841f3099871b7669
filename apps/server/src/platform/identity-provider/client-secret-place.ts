import type { SecretPlace } from '../secrets/envelope.ts';

/** What the secret of a provider's client is bound to. @param id of the row of `identity_providers` */
export const clientSecretPlace = (id: string): SecretPlace => ({
  table: 'identity_providers',
  row: id,
  user: '',
});
