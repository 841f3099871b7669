import { bankLinkPlace } from '../../../platform/bank-link-place.ts';
import { tryOpen } from '../../../platform/secrets/envelope.ts';
import type { ProspectServices } from '../analysis-services.ts';
import type { BankAccess } from './customer-banks.ts';

/** A link to a bank as it is stored. */
export interface LinkRow {
  readonly issuerId: number;
  readonly bankId: string;
  readonly bankName: string;
  readonly expiresAt: string;
  /** The bank's permission, sealed anew with every sign-in: no other link has the same. */
  readonly envelope: unknown;
}

/** What the bank is asked by; null when the key of the envelope is gone. */
export function accessOf(
  { keys }: Pick<ProspectServices, 'keys'>,
  analysisId: string,
  { bankId, envelope }: Pick<LinkRow, 'bankId' | 'envelope'>,
): BankAccess | null {
  const token = tryOpen(keys.keyEncryption, bankLinkPlace(analysisId), envelope);
  return token === null ? null : { bankId, token: token.toString('utf8') };
}
