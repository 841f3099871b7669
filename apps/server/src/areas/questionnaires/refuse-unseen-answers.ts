import type { recordedAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';

/**
 * Two who ask the same customer: the later confirmation replaces the earlier one only when whoever gives it has seen that. Under the
 * lock of the customer. @throws common.versionConflict, with the answers confirmed meanwhile for whoever may see answers
 */
export async function refuseUnseenAnswers(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string,
  key: string,
  seenId: string | null,
): Promise<void> {
  const { rows } = await sql<
    z.output<typeof recordedAnswers>
  >`select g.id as "answersId", q.version, g.answers,
      p.full_name as "recordedBy", g.created_at as "recordedAt"
    from questionnaire_answers g
    join questionnaires q on q.tenant_id = g.tenant_id and q.id = g.questionnaire_id and q.questionnaire_key = ${key}
    left join users p on p.tenant_id = g.tenant_id and p.id = g.created_by
   where g.tenant_id = app_tenant_id() and g.customer_id = ${customerId}
   order by g.created_at desc, g.id limit 1`.execute(transaction);
  const [newest] = rows;
  if (newest && newest.answersId !== seenId)
    throw new AppError(
      'common.versionConflict',
      scope.permissions.has('riskProfile.view') ? { current: newest } : {},
    );
}
