import type { SecretPlace } from './secrets/envelope.ts';

/** A bank's permission is bound to the one analysis it was given for. */
export const bankLinkPlace = (analysisId: string): SecretPlace => ({
  table: 'depot_analysis_bank_links',
  row: analysisId,
  user: '',
  detail: 'token',
});
