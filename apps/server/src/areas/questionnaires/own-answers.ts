import type { submitOwnAnswers as submitCall } from '@depotwerk/api/questionnaires/own-answers';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requireOwnSide } from '../../platform/scope.ts';
import { asList, checkedAnswers, forgetDraft, refuseOldVersion } from './checked-answers.ts';
import { findQuestionnaire, readQuestionnaire, visitorsKey } from './questionnaire.view.ts';

/**
 * A customer's own answers, for her adviser to look at; those she gave before and nobody confirmed are replaced.
 * @throws 403 for everybody else, 404, 400 with a line for every wrong answer, 409 for an old version, for who is underage and
 *   while the house blocks her
 */
export const submitOwnAnswers: Verb<typeof submitCall> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  const customerId = requireOwnSide(scope);
  if (params.key === visitorsKey) throw notFound();
  const now = new Date(services.clock());
  const today = todayIn(context.zone, now);
  const versionDay = todayOfHouse(services);
  return runOnce(
    services.database,
    context,
    'submitOwnAnswers',
    { ...params, ...body },
    async (transaction) => {
      const { rows } = await sql<{
        groupId: string | null;
        dateOfBirth: string | null;
        isBlocked: boolean;
      }>`select u.group_id as "groupId", u.date_of_birth as "dateOfBirth", u.is_blocked as "isBlocked" from customers u
      where u.tenant_id = app_tenant_id() and u.id = ${customerId} and u.deleted_at is null
      for update of u`.execute(transaction);
      if (!rows[0]) throw notFound();
      // Why is between the house and her: she is told with whom to speak, and that nothing is lost.
      if (rows[0].isBlocked) throw new AppError('questionnaire.notAccepted');
      // Her representatives tell her adviser (§ 1629 BGB): what a child says alone is no profile.
      if (underageUntil(rows[0].dateOfBirth, versionDay) !== null)
        throw new AppError('questionnaire.underage');
      const reading = { database: readerIn(transaction) };
      const questionnaire = await readQuestionnaire(reading, scope, params.key, versionDay);
      await refuseOldVersion(questionnaire, body.version, () =>
        findQuestionnaire(reading, scope, params.key, versionDay, body.version),
      );
      const answers = asList(checkedAnswers(questionnaire, body.answers, today));
      await sql`update own_answers a set state = 'replaced' from questionnaires q
      where a.tenant_id = app_tenant_id() and a.customer_id = ${customerId} and a.state = 'waiting'
        and q.tenant_id = a.tenant_id and q.id = a.questionnaire_id and q.questionnaire_key = ${params.key}`.execute(
        transaction,
      );
      const submittedAt = now.toISOString();
      await sql`insert into own_answers (tenant_id, customer_id, questionnaire_id, answers, submitted_by, submitted_at)
      values (app_tenant_id(), ${customerId}, ${questionnaire.questionnaireId}, ${JSON.stringify(answers)}::jsonb,
        ${scope.userId}, ${submittedAt})`.execute(transaction);
      await forgetDraft(transaction, scope.userId, params.key, customerId);
      await writeAudit(transaction, {
        actor,
        action: 'questionnaires.submitOwn',
        objectType: 'customer',
        objectId: customerId,
        groupId: rows[0].groupId,
        after: { answers },
        details: { questionnaire: params.key, version: questionnaire.version },
      });
      return { submittedAt };
    },
  );
};

/**
 * What waits is what was looked at: newer answers are not confirmed unseen, and those somebody else has confirmed not twice. Under
 * the lock of the customer. @throws questionnaire.answeredMeanwhile
 */
export async function refuseUnseenOwnAnswers(
  transaction: Transaction<Schema>,
  customerId: string,
  key: string,
  seenId: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select a.id from own_answers a
      join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id and q.questionnaire_key = ${key}
     where a.tenant_id = app_tenant_id() and a.customer_id = ${customerId} and a.state = 'waiting'`.execute(
    transaction,
  );
  if ((rows[0]?.id ?? null) !== seenId) throw new AppError('questionnaire.answeredMeanwhile');
}

/** What the customer answered by herself has been looked at: the adviser's answers stand for both. */
export async function confirmOwnAnswers(
  transaction: Transaction<Schema>,
  customerId: string,
  key: string,
  userId: string,
): Promise<void> {
  await sql`update own_answers a set state = 'confirmed', decided_by = ${userId}, decided_at = now()
     from questionnaires q
    where a.tenant_id = app_tenant_id() and a.customer_id = ${customerId} and a.state = 'waiting'
      and q.tenant_id = a.tenant_id and q.id = a.questionnaire_id and q.questionnaire_key = ${key}`.execute(
    transaction,
  );
}
