import type {
  AnalysisContact,
  AnalysisHolding,
  AnalysisResult,
  DepotAnalysis,
} from '@depotwerk/api/prospects/depot-analysis';
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import type { ExcludedInvestments } from '@depotwerk/domain/questions/client-restrictions';
import type { ReadQuery } from '../../platform/database/database.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { ProspectServices } from './analysis-services.ts';
import { isPaused } from './paused-invitation.ts';

/** Where a visitor stands: the house of the host, which lets visitors in. */
export interface VisitedHouse {
  readonly tenantId: string;
  readonly userId: null;
  readonly config: WhiteLabelConfig;
}

export interface AnalysisRow {
  readonly id: string;
  readonly state: 'open' | 'calculated' | 'submitted';
  readonly expiresAt: string;
  readonly rowVersion: number;
  readonly questionnaire: DepotAnalysis['questionnaire'];
  readonly answers: DepotAnalysis['answers'];
  readonly holdings: AnalysisHolding[];
  readonly result: AnalysisResult | null;
  /** What the risk profile of a customer excluded when she began; null = a visitor's, or nothing. */
  readonly restrictions: ExcludedInvestments | null;
  readonly contact: AnalysisContact | null;
  readonly preregistrationId: string | null;
  /** Until when a link to a bank lasts; null = there is none. */
  readonly bankLinkUntil: string | null;
  readonly invited: DepotAnalysis['invited'];
  /** When the invited person was born; null = a visitor's. */
  readonly invitedBirth: string | null;
}

/** The house of the host. @throws 403 where it takes nobody who is not invited by sign-in */
export async function visitHouse(
  services: ProspectServices,
  { host }: Pick<RequestContext, 'host'>,
): Promise<VisitedHouse> {
  const { config } = await services.houseAt(host);
  if (config.tenantId === null || config.registrationMode === 0)
    throw new AppError('auth.registrationClosed');
  return { tenantId: config.tenantId, userId: null, config };
}

/** An analysis by the condition on `depot_analyses a`. */
export const analysisQuery = (condition: string, parameters: unknown[]): ReadQuery<AnalysisRow> => ({
  sql: `select a.id, a.state, a.expires_at as "expiresAt", a.row_version as "rowVersion", a.answers, a.holdings, a.result, a.restrictions,
      a.contact, l.expires_at as "bankLinkUntil", a.preregistration_id as "preregistrationId",
      case when p.id is null then null else jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name,
        'email', p.email, 'phoneNumber', coalesce(p.phone_number, '')) end as invited, p.date_of_birth as "invitedBirth",
      jsonb_build_object('questionnaireId', q.id, 'key', q.questionnaire_key, 'version', q.version, 'title', q.title,
        'publishedFrom', q.published_from, 'questions', q.questions, 'scoring', q.scoring) as questionnaire
    from depot_analyses a
    join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
    left join depot_analysis_bank_links l on l.tenant_id = a.tenant_id and l.analysis_id = a.id and l.token_envelope is not null
    left join preregistrations p on p.tenant_id = a.tenant_id and p.id = a.preregistration_id
   where ${condition}`,
  parameters,
});

/**
 * The analysis a guid opens in the house of the host. Unknown guids, those of other houses and those whose time is over
 * answer alike, and are counted.
 * @param ends what is done ends something: consent is withdrawn and a link to a bank cut also while the invitation rests
 * @throws 403, 404, 429
 */
export async function openAnalysis(
  services: ProspectServices,
  context: Pick<RequestContext, 'host' | 'clientAddress'>,
  guid: string,
  ends = false,
): Promise<{ readonly house: VisitedHouse; readonly analysis: AnalysisRow }> {
  const house = await visitHouse(services, context);
  services.guesses.admit(context.clientAddress);
  const [analysis] = await services.database.read<AnalysisRow>(
    house,
    // What nobody may hand in any more is not asked for either; the page of its invitation says why.
    analysisQuery(`a.guid_hash = $1 and a.expires_at > $2 and ($3 or ${isPaused} is not true)`, [
      tokenHash(guid.toLowerCase()),
      new Date(services.clock()).toISOString(),
      ends,
    ]),
  );
  if (!analysis) {
    services.guesses.failed(context.clientAddress);
    throw notFound();
  }
  return { house, analysis };
}
