import type { CallAnswer } from '@depotwerk/api/call';
import type { BankLink, readBankHoldings as readCall } from '@depotwerk/api/prospects/analysis-bank';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { countAddress } from '../../../platform/throttle/count-address.ts';
import { withFundNames } from '../analysed-funds.view.ts';
import type { ProspectServices } from '../analysis-services.ts';
import { noteVisitor } from '../note-visitor.ts';
import { openAnalysis } from '../open-analysis.ts';
import { holdingsOfDepots } from './bank-holdings.ts';
import type { BankAccess, BankSigning } from './customer-banks.ts';
import { endLinks } from './keep-bank-link.ts';
import {
  askBank,
  forgetBankLink,
  type LinkedAnalysis,
  openBankLink,
  shownLink,
  signOutLater,
} from './open-bank-link.ts';

/** Longest reading of depots, whatever the bank does. */
const readingMs = 15_000;

/** How far the link is, asked of the bank; null when there is none. @throws 404, 409, 502, 503, 504 */
export async function readLinkState(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<{ link: BankLink | null }> {
  const linked = await openBankLink(services, context, guid);
  if (linked.link === null) return { link: null };
  try {
    return { link: await stepOf(services, linked, (access) => services.customerBanks.readSigning(access)) };
  } catch (error) {
    // The bank ended it: the same as none, for whoever comes back to it.
    if (error instanceof AppError && error.code === 'bankLink.ended') return { link: null };
    throw error;
  }
}

/** Chooses how to confirm. @throws 400, 404, 409, 429, 502, 503, 504 */
export async function selectMethod(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
  methodId: string,
): Promise<BankLink> {
  const linked = await openBankLink(services, context, guid);
  await countCode(services, context);
  return stepOf(services, linked, (access) => services.customerBanks.selectMethod(access, methodId));
}

/** Confirms by a code. @throws 400, 404, 409, 429, 502, 503, 504 */
export async function confirmLink(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
  code: string,
): Promise<BankLink> {
  const linked = await openBankLink(services, context, guid);
  await countCode(services, context);
  return stepOf(services, linked, (access) => services.customerBanks.confirm(access, code));
}

const countCode = (services: ProspectServices, { clientAddress }: RequestContext): Promise<void> =>
  countAddress(services, clientAddress, { network: 'bankCode', site: 'bankCodeSite' });

/** A step of the confirmation; one that was refused or took too long leaves no link. */
async function stepOf(
  services: ProspectServices,
  linked: LinkedAnalysis,
  ask: (access: BankAccess) => Promise<BankSigning>,
): Promise<BankLink> {
  const signing = await askBank(services, linked, ask);
  if (linked.link === null) throw new AppError('bankLink.ended');
  if (signing.state === 'rejected' || signing.state === 'expired') {
    await forgetBankLink(services, linked.house, linked.analysis.id, linked.link);
    signOutLater(services, linked.link.access);
  }
  return shownLink(linked.link, signing);
}

/** The customer's depots, as the bank names them. @throws 404, 409, 502, 503, 504 */
export async function listDepots(services: ProspectServices, context: RequestContext, guid: string) {
  const linked = await openBankLink(services, context, guid);
  const depots = await askBank(services, linked, (access) => services.customerBanks.listDepots(access));
  return depots.map(({ externalKey, label, valuationDate, totalValue }) => ({
    externalKey,
    label,
    valuationDate,
    totalValue,
  }));
}

/**
 * Holdings of the depots chosen; the visitor takes them over as those of a file. The link stays for its time, so that an answer
 * that was lost can be read again. @throws 400 for too many, 404, 409, 502, 503, 504
 */
export async function readHoldings(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
  externalKeys: readonly string[],
): Promise<CallAnswer<typeof readCall>> {
  const linked = await openBankLink(services, context, guid);
  const { house, analysis } = linked;
  const signal = AbortSignal.timeout(readingMs);
  const depots = await askBank(services, linked, (access) =>
    Promise.all(
      [...new Set(externalKeys)].map((key) => services.customerBanks.readDepot({ ...access, signal }, key)),
    ),
  );
  const read = holdingsOfDepots(depots);
  if (read === null) throw new AppError('bankLink.tooManyHoldings');
  await services.database.transaction(house, (transaction) =>
    noteVisitor(transaction, context, 'depotanalysis.bankRead', analysis.id, {
      details: { issuerId: linked.link?.issuerId ?? null, count: read.holdings.length + read.asked.length },
    }),
  );
  return {
    ...read,
    holdings: await withFundNames(services, house.tenantId, read.holdings),
    statement: null,
  };
}

/** Ends the link, here at once and at the bank as soon as it hears it; one a bank is still asked for is not made. @throws 404 */
export async function endLink(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<Record<string, never>> {
  const { house, analysis } = await openAnalysis(services, context, guid, true);
  // no audit entry: what was read with it has one; this is its end.
  const access = await services.database.transaction(house, (transaction) =>
    endLinks(services, transaction, { house, analysis }),
  );
  if (access !== null) signOutLater(services, access);
  return {};
}
