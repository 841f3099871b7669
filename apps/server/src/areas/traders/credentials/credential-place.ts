import type { SecretPlace } from '../../../platform/secrets/envelope.ts';

/** Where a bank password is bound to; rewrap-secrets names the same place. */
export function credentialPlace(credentialId: string, userId: string, issuerId: number): SecretPlace {
  return { table: 'trader_credentials', row: credentialId, user: userId, detail: `issuer ${issuerId}` };
}
