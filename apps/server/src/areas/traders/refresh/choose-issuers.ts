import type { Reader } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listTraderIssuers, type TraderIssuer } from '../credentials/trader-issuer.view.ts';
import type { RefreshServices } from './refresh-connection.ts';
import { listLinkedIssuers } from './refreshable-depots.view.ts';

/**
 * Institutions a refresh of everything concerns: banks with linked contracts of the user, banks he has (or had) access
 * to, and institutions whose position files are here. With an id only that one, if it trades at all.
 */
export async function chooseIssuers(
  reader: Reader,
  { positionFolders }: Pick<RefreshServices, 'positionFolders'>,
  scope: Scope,
  issuerId: number | null,
): Promise<TraderIssuer[]> {
  const issuers = await listTraderIssuers(reader, scope);
  if (issuerId !== null) return issuers.filter((issuer) => issuer.issuerId === issuerId);
  const linked = await listLinkedIssuers(reader, scope);
  const chosen: TraderIssuer[] = [];
  for (const issuer of issuers) {
    const isConcerned =
      issuer.traderKind === 'file'
        ? await positionFolders.exists(reader, scope.tenantId, issuer.issuerId)
        : linked.has(issuer.issuerId) || issuer.credentialId !== null;
    if (isConcerned) chosen.push(issuer);
  }
  return chosen;
}
