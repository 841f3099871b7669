import type { startBankLink as startCall } from '@depotwerk/api/prospects/analysis-bank';
import type { BankFaultKind } from '@depotwerk/domain/depot-analysis/bank-faults';
import { bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { countAddress } from '../../../platform/throttle/count-address.ts';
import { type CustomerIssuer, listCustomerIssuers } from '../../traders/public.ts';
import type { ProspectServices } from '../analysis-services.ts';
import { noteVisitor } from '../note-visitor.ts';
import type { VisitedHouse } from '../open-analysis.ts';
import { bankLinkError } from './bank-link-error.ts';
import { BankFault } from './customer-banks.ts';
import { announceSignIn, settleSignIn, storeLink } from './keep-bank-link.ts';
import { earlier, type LinkedAnalysis, openBankLink, shownLink, signOutLater } from './open-bank-link.ts';

/** A permission is kept no longer, whatever the bank grants. */
const linkMs = 15 * 60_000;

/** Banks whose customers may link them, as far as they can be asked; none where the house lets nobody sign in at banks. */
export async function offeredBanks(services: ProspectServices, { tenantId, config }: VisitedHouse) {
  if (!config.features.bankCredentials) return [];
  const issuers = await listCustomerIssuers(services.database, tenantId);
  const asked = await Promise.all(
    issuers.map(async ({ issuerId, bankId, bankName }) => {
      try {
        const loginHint = await services.customerBanks.loginHint(bankId);
        return loginHint === null ? [] : [{ issuerId, bankName, loginHint, isReachable: true }];
      } catch (error) {
        if (!(error instanceof BankFault)) throw error;
        return [{ issuerId, bankName, loginHint: null, isReachable: false }];
      }
    }),
  );
  return asked.flat();
}

/**
 * Signs a customer in at her bank. Name and password are in this call alone; what is kept is the bank's permission, sealed. A
 * link there was is replaced. @throws 404, 409 for an older consent or when it was ended meanwhile, 429, and what the bank says
 */
export const startBankLink: Verb<typeof startCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { params, body },
) => {
  const linked = await openBankLink(services, context, params.guid);
  const { house, analysis } = linked;
  if (analysis.state === 'submitted') throw new AppError('depotanalysis.submitted');
  if (body.consentVersion !== bankConsentVersion) throw new AppError('depotanalysis.consentOutdated');
  const issuer = await requireOffered(services, house, body.issuerId);
  await countAddress(services, context.clientAddress, { network: 'bankLink', site: 'bankLinkSite' });
  const tried = await services.throttle.attempt('bankLinkAnalysis', analysis.id);
  if (!tried.isAllowed) throw new AppError('auth.tooManyAttempts', { retryAfter: tried.retryAfterSeconds });
  const signInId = await announceSignIn(services, linked);
  const { loginName, password } = body;
  const session = await services.customerBanks
    .signIn(issuer.bankId, { loginName, password })
    .catch(async (error: unknown) => {
      if (error instanceof BankFault) {
        const { kind } = error;
        await withoutHiding(services, async () => {
          if (!isGuess(error)) await services.throttle.refund('bankLinkAnalysis', analysis.id);
          await noteRefusal(services, context, linked, { issuer, signInId, fault: kind });
        });
      }
      throw bankLinkError(error, issuer.bankName);
    });
  // Not longer than the analysis, which is erased with its day: nobody could end the link then.
  const longest = earlier(analysis.expiresAt, new Date(services.clock() + linkMs).toISOString());
  const expiresAt = earlier(session.expiresAt, longest);
  const { issuerId, bankId } = issuer;
  const { token } = session;
  try {
    await services.throttle.refund('bankLinkAnalysis', analysis.id);
    const replaced = await storeLink(services, context, linked, { issuerId, token, expiresAt, signInId });
    if (replaced !== null) signOutLater(services, replaced);
  } catch (error) {
    // Nobody has the permission, so nobody else could end it.
    signOutLater(services, { bankId, token });
    // Anything else is no answer of ours: what did not work is the database, and what it stored is not known.
    if (error instanceof AppError)
      await withoutHiding(services, () =>
        noteRefusal(services, context, linked, { issuer, signInId, fault: 'discarded' }),
      );
    throw error;
  }
  return shownLink({ ...issuer, expiresAt }, session.signing);
};

/** What is noted beside a failure is not to take its place: who failed is told why, and the log why nothing was noted. */
async function withoutHiding({ logger }: ProspectServices, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    logger.error({ err: error }, 'bankLink.notNoted');
  }
}

/** The bank may have counted a wrong password; one that was not asked, or looked at none, has not. */
const isGuess = ({ kind }: BankFault): boolean =>
  kind === 'wrongLogin' || kind === 'silent' || kind === 'unreadable';

/** @throws 404 where the house does not work with it, or its customers cannot sign in; 503 while it does not answer */
async function requireOffered(
  services: ProspectServices,
  { tenantId, config }: VisitedHouse,
  issuerId: number,
): Promise<CustomerIssuer> {
  const issuers = config.features.bankCredentials
    ? await listCustomerIssuers(services.database, tenantId)
    : [];
  const issuer = issuers.find((one) => one.issuerId === issuerId);
  if (issuer === undefined) throw new AppError('traderAuth.unknownBank');
  const hint = await services.customerBanks.loginHint(issuer.bankId).catch((error: unknown) => {
    throw bankLinkError(error, issuer.bankName);
  });
  if (hint === null) throw new AppError('traderAuth.unknownBank');
  return issuer;
}

/** A sign-in the bank refused or did not answer, or that came for none who still waited: which bank and why, and nothing of who tried. */
async function noteRefusal(
  { database }: ProspectServices,
  context: RequestContext,
  { house, analysis }: LinkedAnalysis,
  {
    issuer,
    signInId,
    fault,
  }: { issuer: CustomerIssuer; signInId: string; fault: BankFaultKind | 'discarded' },
): Promise<void> {
  await database.transaction(house, async (transaction) => {
    await settleSignIn(transaction, { house, analysis }, signInId);
    await noteVisitor(transaction, context, 'depotanalysis.bankSignIn', analysis.id, {
      details: { issuerId: issuer.issuerId, fault },
      result: 'refused',
    });
  });
}
