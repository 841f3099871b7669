import { answersOf } from '@depotwerk/domain/questions/questionnaire';
import type { Transaction } from 'kysely';
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
  const today = todayOfHouse(services);
  const { questions } = analysis.questionnaire;
  const given = { questions, answers: answersOf(analysis.answers) };
  await beginOwnProfile(transaction, house, client, given, { today, versionDay: today });
}
