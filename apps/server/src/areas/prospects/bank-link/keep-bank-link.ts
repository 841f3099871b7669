import { bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { sql, type Transaction } from 'kysely';
import { bankLinkPlace } from '../../../platform/bank-link-place.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { seal } from '../../../platform/secrets/envelope.ts';
import type { ProspectServices } from '../analysis-services.ts';
import { noteVisitor } from '../note-visitor.ts';
import type { AnalysisRow, VisitedHouse } from '../open-analysis.ts';
import type { OpenLink } from './open-bank-link.ts';
import { accessOf, type LinkRow } from './stored-link.ts';

/** An analysis in its house, as what is kept of a link needs it. */
interface Analysed {
  readonly house: Pick<VisitedHouse, 'tenantId' | 'userId'>;
  readonly analysis: Pick<AnalysisRow, 'id'>;
}

/**
 * Holds the analysis until the transaction ends, so that nothing about its link happens beside it.
 * @throws 404 when it was erased
 */
async function holdAnalysis(
  transaction: Transaction<Schema>,
  { house, analysis }: Analysed,
): Promise<AnalysisRow['state']> {
  const { rows } = await sql<Pick<AnalysisRow, 'state'>>`select state from depot_analyses
    where tenant_id = ${house.tenantId} and id = ${analysis.id} for update`.execute(transaction);
  const [held] = rows;
  if (!held) throw notFound();
  return held.state;
}

async function holdOpenAnalysis(transaction: Transaction<Schema>, linked: Analysed): Promise<void> {
  if ((await holdAnalysis(transaction, linked)) === 'submitted')
    throw new AppError('depotanalysis.submitted');
}

/** Notes that a bank is about to be asked to sign in; the id its answer is stored by. @throws 404, 409 once submitted */
export async function announceSignIn({ database }: ProspectServices, linked: Analysed): Promise<string> {
  const { house, analysis } = linked;
  // no audit entry: what the bank answers has one.
  return database.transaction(house, async (transaction) => {
    await holdOpenAnalysis(transaction, linked);
    const { rows } = await sql<{
      id: string;
    }>`insert into depot_analysis_bank_sign_ins (tenant_id, analysis_id)
      values (${house.tenantId}, ${analysis.id}) returning id`.execute(transaction);
    const [announced] = rows;
    if (!announced) throw new Error('a sign-in was not noted');
    return announced.id;
  });
}

/** Whether the sign-in was still waited for; it is no longer. */
export async function settleSignIn(
  transaction: Transaction<Schema>,
  { house }: Analysed,
  signInId: string,
): Promise<boolean> {
  const { rows } = await sql`delete from depot_analysis_bank_sign_ins
    where tenant_id = ${house.tenantId} and id = ${signInId} returning id`.execute(transaction);
  return rows.length > 0;
}

/**
 * Keeps a bank's permission, sealed; the link it takes the place of, for signing out there.
 * @throws 404 and 409 when the analysis was erased or submitted, or the link ended, while the bank was asked
 */
export function storeLink(
  services: ProspectServices,
  context: RequestContext,
  linked: Analysed,
  given: { issuerId: number; token: string; expiresAt: string; signInId: string },
): Promise<OpenLink['access'] | null> {
  const { house, analysis } = linked;
  const { issuerId, token, expiresAt, signInId } = given;
  const envelope = seal(services.keys.keyEncryption, bankLinkPlace(analysis.id), Buffer.from(token, 'utf8'));
  return services.database.transaction(house, async (transaction) => {
    await holdOpenAnalysis(transaction, linked);
    if (!(await settleSignIn(transaction, linked, signInId))) throw new AppError('bankLink.ended');
    const replaced = await takeLink(services, transaction, linked);
    await sql`insert into depot_analysis_bank_links (tenant_id, analysis_id, issuer_id, token_envelope, expires_at,
        consent_version, consented_at)
      values (${house.tenantId}, ${analysis.id}, ${issuerId}, ${JSON.stringify(envelope)}::jsonb, ${expiresAt},
        ${bankConsentVersion}, ${new Date(services.clock()).toISOString()})
      on conflict (tenant_id, analysis_id) do update set issuer_id = excluded.issuer_id,
        token_envelope = excluded.token_envelope, expires_at = excluded.expires_at,
        consent_version = excluded.consent_version, consented_at = excluded.consented_at`.execute(
      transaction,
    );
    await noteVisitor(transaction, context, 'depotanalysis.bankSignIn', analysis.id, {
      details: { issuerId, expiresAt },
    });
    return replaced;
  });
}

/**
 * Ends whatever link the analysis has at this moment, and every sign-in a bank has not answered yet.
 * @returns the way to sign out at the bank; null = there is nothing to sign out of
 * @throws 404 when the analysis was erased
 */
export async function endLinks(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  linked: Analysed,
): Promise<OpenLink['access'] | null> {
  const { house, analysis } = linked;
  await holdAnalysis(transaction, linked);
  await sql`delete from depot_analysis_bank_sign_ins
    where tenant_id = ${house.tenantId} and analysis_id = ${analysis.id}`.execute(transaction);
  return takeLink(services, transaction, linked);
}

/** The same for every analysis of an invitation, before another takes their place. */
export async function endLinksOfInvitation(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  house: Analysed['house'],
  invitationId: string,
): Promise<OpenLink['access'][]> {
  const { rows } = await sql<Analysed['analysis']>`select id from depot_analyses
    where tenant_id = ${house.tenantId} and preregistration_id = ${invitationId} order by id for update`.execute(
    transaction,
  );
  const taken: OpenLink['access'][] = [];
  for (const analysis of rows) {
    const access = await endLinks(services, transaction, { house, analysis });
    if (access !== null) taken.push(access);
  }
  return taken;
}

/** The same for an invitation that is over: what was answered to it goes too. */
export async function eraseAnalysesOfInvitation(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  house: Analysed['house'],
  invitationId: string,
): Promise<OpenLink['access'][]> {
  const taken = await endLinksOfInvitation(services, transaction, house, invitationId);
  await sql`delete from depot_analyses
    where tenant_id = ${house.tenantId} and preregistration_id = ${invitationId}`.execute(transaction);
  return taken;
}

/** Forgets the permission there is, and answers it unless its time is over. */
async function takeLink(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  { house, analysis }: Analysed,
): Promise<OpenLink['access'] | null> {
  const { rows } = await sql<Pick<LinkRow, 'bankId' | 'envelope'>>`
    with taken as (select tenant_id, analysis_id, issuer_id, token_envelope, expires_at from depot_analysis_bank_links
        where tenant_id = ${house.tenantId} and analysis_id = ${analysis.id} and token_envelope is not null),
      forgotten as (update depot_analysis_bank_links l set token_envelope = null from taken t
        where l.tenant_id = t.tenant_id and l.analysis_id = t.analysis_id)
    select i.bank_id as "bankId", t.token_envelope as envelope
      from taken t join issuers i on i.tenant_id = t.tenant_id and i.id = t.issuer_id and i.bank_id is not null
     where t.expires_at > ${new Date(services.clock()).toISOString()}`.execute(transaction);
  const [taken] = rows;
  return taken ? accessOf(services, analysis.id, taken) : null;
}
