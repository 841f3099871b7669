import { answersOf } from '@depotwerk/domain/questions/questionnaire';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { ProspectServices } from './analysis-services.ts';
import { beginOwnProfile } from './begin-own-profile.ts';
import { type AnalysisRow, analysisQuery } from './open-analysis.ts';

/**
 * What a visitor answered before she registered, as the draft her own risk profile begins with: nobody else sees it until she
 * sends it. Nothing where she came without an analysis, erased it, or its time was over before her access was made.
 * no audit entry: whoever makes her access writes it.
 */
export async function beginProfileOfVisitor(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  tenantId: string,
  client: { readonly userId: string; readonly customerId: string },
  analysisId: string | null,
): Promise<void> {
  if (analysisId === null) return;
  const house = { tenantId, userId: null };
  const [analysis] = await readerIn(transaction).read<AnalysisRow>(
    house,
    analysisQuery('a.id = $1 and a.result is not null and a.expires_at > $2', [
      analysisId,
      new Date(services.clock()).toISOString(),
    ]),
  );
  if (!analysis) return;
  // The analysis ends with its days; what she agreed to in it is kept with her access.
  await sql`update users u set analysis_consent_version = a.consent_version, analysis_consented_at = a.consented_at
      from depot_analyses a where a.tenant_id = u.tenant_id and a.id = ${analysisId}
       and u.tenant_id = ${tenantId} and u.id = ${client.userId}`.execute(transaction);
  const today = todayOfHouse(services);
  const { questions } = analysis.questionnaire;
  const given = { questions, answers: answersOf(analysis.answers) };
  await beginOwnProfile(transaction, house, client, given, { today, versionDay: today });
}
