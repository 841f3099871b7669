import type { BankLink } from '@depotwerk/api/prospects/analysis-bank';
import { sql } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { ProspectServices } from '../analysis-services.ts';
import { type AnalysisRow, openAnalysis, type VisitedHouse } from '../open-analysis.ts';
import { bankLinkError } from './bank-link-error.ts';
import { type BankAccess, BankFault, type BankSigning } from './customer-banks.ts';
import { accessOf, type LinkRow } from './stored-link.ts';

/** A link that is under way, with what the bank is asked by. */
export interface OpenLink extends Pick<LinkRow, 'issuerId' | 'bankName' | 'envelope'> {
  readonly access: BankAccess;
  /** When the bank's permission ends, at the latest. */
  readonly expiresAt: string;
}

/** An analysis and its link to a bank; null = none is under way. */
export interface LinkedAnalysis {
  readonly house: VisitedHouse;
  readonly analysis: AnalysisRow;
  readonly link: OpenLink | null;
}

/** @throws as `openAnalysis` */
export async function openBankLink(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<LinkedAnalysis> {
  const { house, analysis } = await openAnalysis(services, context, guid);
  return { house, analysis, link: await readBankLink(services, house, analysis.id) };
}

/** What is stored of a link, opened; null when there is none, its time is over, or its key is gone. */
export async function readBankLink(
  services: Pick<ProspectServices, 'database' | 'clock' | 'keys'>,
  house: Pick<VisitedHouse, 'tenantId' | 'userId'>,
  analysisId: string,
): Promise<OpenLink | null> {
  const [row] = await services.database.read<LinkRow>(house, {
    sql: `select l.issuer_id as "issuerId", i.bank_id as "bankId", coalesce(i.bank_name, i.issuer_name) as "bankName",
        l.expires_at as "expiresAt", l.token_envelope as envelope
      from depot_analysis_bank_links l
      join issuers i on i.tenant_id = l.tenant_id and i.id = l.issuer_id and i.bank_id is not null
     where l.analysis_id = $1 and l.token_envelope is not null and l.expires_at > $2`,
    parameters: [analysisId, new Date(services.clock()).toISOString()],
  });
  if (row === undefined) return null;
  const access = accessOf(services, analysisId, row);
  if (access === null) return null;
  const { issuerId, bankName, expiresAt, envelope } = row;
  return { issuerId, bankName, expiresAt, envelope, access };
}

/**
 * Forgets the permission that was read, and no other: one given meanwhile stays. What was agreed to stays with the analysis.
 */
export async function forgetBankLink(
  { database }: Pick<ProspectServices, 'database'>,
  house: Pick<VisitedHouse, 'tenantId' | 'userId'>,
  analysisId: string,
  { envelope }: Pick<OpenLink, 'envelope'>,
): Promise<void> {
  // no audit entry: what was read with it has one; this is its end.
  await database.transaction(house, (transaction) =>
    sql`update depot_analysis_bank_links set token_envelope = null
      where tenant_id = ${house.tenantId} and analysis_id = ${analysisId}
        and token_envelope = ${JSON.stringify(envelope)}::jsonb`.execute(transaction),
  );
}

/** Tells the bank that nobody comes again; nobody waits for it, and where it does not hear it the session ends by itself. */
export function signOutLater(services: ProspectServices, access: BankAccess): void {
  services.background.run('bankLink.signOut', async () => {
    try {
      await services.customerBanks.signOut(access);
    } catch (error) {
      if (!(error instanceof BankFault)) throw error;
    }
  });
}

/** Asks the bank within a link; a session that is over there is over here. @throws 400, 409, 502, 503, 504 */
export async function askBank<Answer>(
  services: ProspectServices,
  { house, analysis, link }: LinkedAnalysis,
  ask: (access: BankAccess) => Promise<Answer>,
): Promise<Answer> {
  if (link === null) throw new AppError('bankLink.ended');
  try {
    return await ask(link.access);
  } catch (error) {
    if (error instanceof BankFault && (error.kind === 'over' || isUsedUp(error)))
      await forgetBankLink(services, house, analysis.id, link);
    throw bankLinkError(error, link.bankName);
  }
}

/** A code that was wrong too often. */
const isUsedUp = ({ kind, attemptsLeft }: BankFault): boolean => kind === 'wrongCode' && attemptsLeft === 0;

const providerTypes = { sms: 'sms', totp: 'totp', decoupled: 'bankDecoupled' } as const;
/** Often enough to feel at once, seldom enough for the limit of visitors. */
const pollSeconds = 3;

/** What the browser is told of a link. */
export function shownLink(
  link: Pick<OpenLink, 'issuerId' | 'bankName' | 'expiresAt'>,
  signing: BankSigning,
): BankLink {
  const isPending = signing.state === 'pending';
  const selected = signing.methods.find(({ id }) => id === signing.selectedMethodId);
  return {
    issuerId: link.issuerId,
    bankName: link.bankName,
    state: signing.state,
    tokenProviders: signing.methods.map(({ id, type, description, maskedTarget }) => ({
      tokenProviderType: providerTypes[type],
      tokenProviderId: id,
      description,
      maskedTarget,
    })),
    selectedTokenProviderId: selected?.id ?? null,
    challengeText: signing.text,
    attemptsLeft: signing.attemptsLeft,
    expiresAt: isPending ? earlier(signing.expiresAt, link.expiresAt) : link.expiresAt,
    pollAfterSeconds: isPending && selected?.type === 'decoupled' ? pollSeconds : null,
  };
}

/** The earlier of two instants. */
export const earlier = (one: string, other: string): string =>
  new Date(Math.min(Date.parse(one), Date.parse(other))).toISOString();
