import { carryToProfile } from '@depotwerk/domain/depot-analysis/carry-to-profile';
import type { Answers, Question } from '@depotwerk/domain/questions/questionnaire';
import { sql, type Transaction } from 'kysely';
import type { DbContext } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { findQuestionnaire } from '../questionnaires/public.ts';

/** What a new client answered as a visitor, as the draft her own risk profile begins with. */
export async function beginOwnProfile(
  transaction: Transaction<Schema>,
  house: DbContext & { readonly tenantId: string },
  client: { readonly userId: string; readonly customerId: string },
  given: { readonly questions: readonly Question[]; readonly answers: Answers },
  { today, versionDay }: { readonly today: string; readonly versionDay: string },
): Promise<void> {
  const reading = { database: readerIn(transaction) };
  const profile = await findQuestionnaire(reading, house, 'riskProfile', versionDay);
  if (!profile) return;
  const carried = carryToProfile(given.questions, profile.questions, given.answers, today);
  if (carried.size === 0) return;
  const answers = [...carried].map(([questionId, value]) => ({ questionId, value }));
  await sql`insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data)
    values (${house.tenantId}, ${client.userId}, 'questionnaire', ${`riskProfile-${client.customerId}`}, 'questions',
      ${JSON.stringify({ version: profile.version, answers })}::jsonb)`.execute(transaction);
}
