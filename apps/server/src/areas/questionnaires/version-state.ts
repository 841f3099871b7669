import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
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
  /** It says the same as the published version before it. */
  readonly isUnchanged: boolean;
}

/** The version, which is locked already, in the state a step needs. @throws 404, 409 `questionnaire.wrongState` */
export async function requireState(
  transaction: Transaction<Schema>,
  id: string,
  state: QuestionnaireVersion['state'],
): Promise<LockedVersion> {
  const { rows } = await sql<LockedVersion>`
    select q.state, q.version, q.title, q.questions, q.scoring, q.planned_from as "plannedFrom", q.editors,
           q.submitted_by as "submittedById", coalesce((select (b.title, b.questions, b.scoring)
               is not distinct from (q.title, q.questions, q.scoring) from questionnaires b
              where b.tenant_id = q.tenant_id and b.questionnaire_key = q.questionnaire_key and b.state = 'published'
                and b.version < q.version order by b.version desc limit 1), false) as "isUnchanged"
      from questionnaires q where q.id = ${id}`.execute(transaction);
  const [row] = rows;
  if (!row) throw notFound();
  if (row.state !== state) throw new AppError('questionnaire.wrongState');
  return row;
}
