import {
  analysisConsentVersion,
  analysisDays,
  invitedConsentVersions,
} from '@depotwerk/domain/depot-analysis/consent';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import { countAddress } from '../../platform/throttle/count-address.ts';
import { findQuestionnaire, type Questionnaire } from '../questionnaires/public.ts';
import type { ProspectServices } from './analysis-services.ts';
import { newGuid } from './new-guid.ts';
import { type VisitedHouse, visitHouse } from './open-analysis.ts';

const dayMs = 24 * 60 * 60_000;

/** Begins an analysis under a consent. @throws 403, 409 for an older text of the consent, 429 */
export async function startAnalysis(
  services: ProspectServices,
  context: RequestContext,
  consentVersion: string,
): Promise<{ guid: string; expiresAt: string }> {
  const house = await visitHouse(services, context);
  requireOffered(house);
  await countAddress(services, context.clientAddress, {
    network: 'analysisStart',
    site: 'analysisStartSite',
  });
  const { questionnaireId } = await todaysQuestions(services, house);
  return services.database.transaction(house, (transaction) =>
    // no audit entry: a stranger's own notes; what he asks of the house is entered when he submits them.
    insertAnalysis(services, transaction, house.tenantId, { consentVersion, questionnaireId }),
  );
}

/** @throws 403 where the house offers no analyses */
export function requireOffered({ config }: VisitedHouse): void {
  if (!config.features.depotanalysis) throw new AppError('auth.registrationClosed');
}

/** The questions that count today. @throws 409 where the house has none */
export async function todaysQuestions(
  services: ProspectServices,
  house: Pick<VisitedHouse, 'tenantId' | 'userId'>,
): Promise<Questionnaire> {
  const questionnaire = await findQuestionnaire(services, house, 'depotAnalysis', todayOfHouse(services));
  if (!questionnaire?.scoring) throw new AppError('depotanalysis.notReady');
  return questionnaire;
}

/** Writes a new analysis; the guid leaves the server here and nowhere else. @throws 409 for an older text */
export async function insertAnalysis(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  tenantId: string,
  start: {
    readonly consentVersion: string;
    readonly questionnaireId: string;
    readonly preregistrationId?: string;
  },
): Promise<{ guid: string; expiresAt: string }> {
  const accepted = start.preregistrationId === undefined ? [analysisConsentVersion] : invitedConsentVersions;
  if (!accepted.includes(start.consentVersion)) throw new AppError('depotanalysis.consentOutdated');
  const guid = newGuid();
  const now = services.clock();
  const expiresAt = new Date(now + analysisDays * dayMs).toISOString();
  await sql`insert into depot_analyses (tenant_id, guid_hash, questionnaire_id, consent_version, consented_at, expires_at,
      preregistration_id)
    values (${tenantId}, ${tokenHash(guid)}, ${start.questionnaireId}, ${start.consentVersion},
      ${new Date(now).toISOString()}, ${expiresAt}, ${start.preregistrationId ?? null})`.execute(transaction);
  return { guid, expiresAt };
}
