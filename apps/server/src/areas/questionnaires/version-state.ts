import type { QuestionnaireVersion } from '@depotwerk/api/questionnaire-versions';
import type { QuestionnaireDraft } from '@depotwerk/domain/questions/check-questionnaire';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';

export interface LockedVersion extends QuestionnaireDraft {
  readonly state: QuestionnaireVersion['state'];
  readonly version: number;
  readonly plannedFrom: string | null;
  readonly editors: string[];
  readonly submittedById: string | null;
}

/** The version, which is locked already, in the state a step needs. @throws 404, 409 `questionnaire.wrongState` */
export async function requireState(
  transaction: Transaction<Schema>,
  id: string,
  state: QuestionnaireVersion['state'],
): Promise<LockedVersion> {
  const { rows } = await sql<LockedVersion>`
    select state, version, title, questions, scoring, planned_from as "plannedFrom", editors,
           submitted_by as "submittedById" from questionnaires where id = ${id}`.execute(transaction);
  const [row] = rows;
  if (!row) throw notFound();
  if (row.state !== state) throw new AppError('questionnaire.wrongState');
  return row;
}
