import type { BankLink, startBankLink as startCall } from '@depotwerk/api/analysis-bank';
import type { CallInput } from '@depotwerk/api/call';
import { bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { bankLinkPlace } from '../../../platform/bank-link-place.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { seal } from '../../../platform/secrets/envelope.ts';
import { countAddress } from '../../../platform/throttle/count-address.ts';
import { type CustomerIssuer, listCustomerIssuers } from '../../traders/public.ts';
import type { ProspectServices } from '../analysis-services.ts';
import type { VisitedHouse } from '../open-analysis.ts';
import { bankLinkError } from './bank-link-error.ts';
import { BankFault } from './customer-banks.ts';
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
 * link there was is replaced. @throws 404, 409 for an older consent, 429, and what the bank says
 */
export async function startBankLink(
  services: ProspectServices,
  context: RequestContext,
  { params, body }: CallInput<typeof startCall>,
): Promise<BankLink> {
  const linked = await openBankLink(services, context, params.guid);
  const { house, analysis } = linked;
  if (analysis.state === 'submitted') throw new AppError('depotanalysis.submitted');
  if (body.consentVersion !== bankConsentVersion) throw new AppError('depotanalysis.consentOutdated');
  const issuer = await requireOffered(services, house, body.issuerId);
  await countAddress(services, context.clientAddress, { network: 'bankLink', site: 'bankLinkSite' });
  const tried = await services.throttle.attempt('bankLinkAnalysis', analysis.id);
  if (!tried.isAllowed) throw new AppError('auth.tooManyAttempts', { retryAfter: tried.retryAfterSeconds });
  const { loginName, password } = body;
  try {
    const session = await services.customerBanks.signIn(issuer.bankId, { loginName, password });
    await services.throttle.refund('bankLinkAnalysis', analysis.id);
    const expiresAt = earlier(session.expiresAt, new Date(services.clock() + linkMs).toISOString());
    await storeLink(services, context, linked, { issuer, token: session.token, expiresAt });
    if (linked.link !== null) signOutLater(services, linked.link);
    return shownLink({ ...issuer, expiresAt }, session.signing);
  } catch (error) {
    if (error instanceof BankFault) {
      if (!isGuess(error)) await services.throttle.refund('bankLinkAnalysis', analysis.id);
      await noteRefusal(services, context, linked, issuer, error);
    }
    throw bankLinkError(error, issuer.bankName);
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

async function storeLink(
  services: ProspectServices,
  context: RequestContext,
  { house, analysis }: LinkedAnalysis,
  { issuer, token, expiresAt }: { issuer: CustomerIssuer; token: string; expiresAt: string },
): Promise<void> {
  const envelope = seal(services.keys.keyEncryption, bankLinkPlace(analysis.id), Buffer.from(token, 'utf8'));
  await services.database.transaction(house, async (transaction) => {
    await sql`insert into depot_analysis_bank_links (tenant_id, analysis_id, issuer_id, token_envelope, expires_at,
        consent_version, consented_at)
      values (${house.tenantId}, ${analysis.id}, ${issuer.issuerId}, ${JSON.stringify(envelope)}::jsonb, ${expiresAt},
        ${bankConsentVersion}, ${new Date(services.clock()).toISOString()})
      on conflict (tenant_id, analysis_id) do update set issuer_id = excluded.issuer_id,
        token_envelope = excluded.token_envelope, expires_at = excluded.expires_at,
        consent_version = excluded.consent_version, consented_at = excluded.consented_at`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'depotanalysis.bankSignIn',
      objectType: 'depotAnalysis',
      objectId: analysis.id,
      details: { issuerId: issuer.issuerId, expiresAt, requestId: context.requestId },
    });
  });
}

/** A sign-in the bank refused, or did not answer: which bank and why, and nothing of who tried. */
async function noteRefusal(
  { database }: ProspectServices,
  context: RequestContext,
  { house, analysis }: LinkedAnalysis,
  { issuerId }: CustomerIssuer,
  { kind }: BankFault,
): Promise<void> {
  await database.transaction(house, (transaction) =>
    writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'depotanalysis.bankSignIn',
      objectType: 'depotAnalysis',
      objectId: analysis.id,
      details: { issuerId, fault: kind, requestId: context.requestId },
      result: 'refused',
    }),
  );
}
