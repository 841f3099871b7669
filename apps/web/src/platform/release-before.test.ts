import { bookImport } from '@depotwerk/api/contracts/book-imports';
import { contractDetail } from '@depotwerk/api/contracts/contract-detail';
import { customerDetail } from '@depotwerk/api/customers/customers';
import { ownSide } from '@depotwerk/api/own-side/own-side';
import { depotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { getPreregistration } from '@depotwerk/api/prospects/preregistrations';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';

/** Members of answers that servers of the release before do not send: required, they would break every page of this one. */
const missing: readonly (readonly [string, z.ZodMiniType])[] = [
  ['customer: isErasureWaiting', customerDetail.shape.isErasureWaiting],
  ['customer: hasAccess', customerDetail.shape.hasAccess],
  ['import: withoutGroupCount', bookImport.shape.withoutGroupCount],
  ['import: builtOn', bookImport.shape.builtOn],
  ['contract: blockedHolders', contractDetail.shape.contract.shape.blockedHolders],
  ['contract: underageHolders', contractDetail.shape.contract.shape.underageHolders],
  ['own side: underageUntil', ownSide.shape.underageUntil],
  ['own side: isPaused', ownSide.shape.isPaused],
  ['analysis: isInvitedUnderage', depotAnalysis.shape.isInvitedUnderage],
  ['invitation: attemptsLeft', getPreregistration.answer.shape.attemptsLeft],
];

it.each(missing)('reads an answer of a server of the release before without %s', (_name, member) => {
  expect(member.safeParse(undefined).success).toBe(true);
});
