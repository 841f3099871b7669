import { randomBytes } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type {
  createQuestionnaire as createCall,
  createQuestionnaireVersion,
  deleteQuestionnaireVersion,
  putQuestionnaireVersion,
  QuestionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import { checkQuestionnaire } from '@depotwerk/domain/questions/check-questionnaire';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { lockVersion, refuseIssues, refusing } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { writeVersioned } from '../../platform/versioned-write.ts';
import { readVersion } from './questionnaire-versions.view.ts';
import { requireState } from './version-state.ts';

const refusals = {
  questionnaires_unpublished: () => new AppError('questionnaire.wrongState'),
  questionnaires_tenant_id_questionnaire_key_version_key: () => new AppError('questionnaire.wrongState'),
};

const nextVersion = (of: 'q' | 'd') => sql`(select coalesce(max(n.version), 0) + 1 from questionnaires n
  where n.tenant_id = app_tenant_id() and n.questionnaire_key = ${sql.ref(`${of}.questionnaire_key`)})`;

/** Of what is delivered nobody has seen anything here yet: who fetches it answers for it, as who edits does. */
const fromDelivered = (key: string, userId: string) => sql<{ id: string }>`
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, editors)
  select app_tenant_id(), d.questionnaire_key, ${nextVersion('d')}, d.title, d.questions, d.scoring, array[${userId}::uuid]
    from delivered_questionnaires() d where d.questionnaire_key = ${key}
  returning id`;

const fromNewest = (key: string) => sql<{ id: string }>`
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring)
  select q.tenant_id, q.questionnaire_key, ${nextVersion('q')}, q.title, q.questions, q.scoring
    from questionnaires q
   where q.tenant_id = app_tenant_id() and q.questionnaire_key = ${key} and q.state = 'published'
   order by q.version desc limit 1
  returning id`;

/**
 * Opens a draft with the content of the newest published version, also of one whose day is still to come, or with what is
 * delivered.
 * @throws 404 for a key the house does not have, 409 while another one is open
 */
export function createVersion(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  return answerOnce(
    services.database,
    context,
    'createQuestionnaireVersion',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const { rows } = await (body.content === 'delivered'
          ? fromDelivered(body.key, scope.userId)
          : fromNewest(body.key)
        ).execute(transaction);
        const [row] = rows;
        if (!row) throw notFound();
        return await recorded(transaction, context, row, body);
      }),
    (reading, { id }) => readVersion(reading, scope, id, today),
  );
}

/** Notes in the log that a version was begun. */
async function recorded(
  transaction: Transaction<Schema>,
  { actor }: SignedInContext,
  row: { readonly id: string },
  after: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string }> {
  const objectId = row.id;
  await writeAudit(transaction, {
    actor,
    action: 'questionnaires.create',
    objectType: 'questionnaire',
    objectId,
    after,
  });
  return row;
}

/**
 * Adds a questionnaire: the empty draft of its first version, under a key of its own.
 * @throws 409 when the house has as many as it may
 */
export function createQuestionnaire(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
  today: string,
): Promise<QuestionnaireVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  return answerOnce(
    services.database,
    context,
    'createQuestionnaire',
    body,
    async (transaction) => {
      const present = await sql<{ count: number }>`select count(distinct questionnaire_key)::int as count
        from questionnaires where tenant_id = ${scope.tenantId}`.execute(transaction);
      refuseAboveQuota(services, [
        { name: 'questionnairesPerTenant', present: present.rows[0]?.count ?? 0, added: 1 },
      ]);
      const { rows } = await sql<{ id: string }>`
        insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, editors)
        values (${scope.tenantId}, ${`own${randomBytes(6).toString('hex')}`}, 1, ${body.title}, '[]',
          array[${scope.userId}::uuid]) returning id`.execute(transaction);
      const [row] = rows;
      if (!row) throw new Error('An insert answers the row it wrote.');
      return recorded(transaction, context, row, body);
    },
    (reading, { id }) => readVersion(reading, scope, id, today),
  );
}

/** Changes a draft. @throws 404, 409 when it is none, 412 with the stored version, 400 with what is wrong */
export async function putVersion(
  services: Services,
  context: SignedInContext,
  { params: { id }, body }: CallInput<typeof putQuestionnaireVersion>,
  today: string,
): Promise<QuestionnaireVersion> {
  const { scope } = context;
  requirePermission(scope, 'tariffs.edit');
  const before = await readVersion(services, scope, id, today);
  refuseIssues(checkQuestionnaire(body));
  const row = {
    table: 'questionnaires',
    id,
    readCurrent: () => readVersion(services, scope, id, today),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    await requireState(transaction, id, 'draft');
    const { title, questions, scoring } = body;
    await sql`update questionnaires set title = ${title}, questions = ${JSON.stringify(questions)}::jsonb,
          scoring = ${scoring === null ? null : JSON.stringify(scoring)}::jsonb,
          editors = case when ${scope.userId} = any (editors) then editors else editors || ${scope.userId}::uuid end
        where id = ${id}`.execute(transaction);
    return {
      action: 'questionnaires.edit',
      objectType: 'questionnaire',
      objectId: id,
      before: { title: before.title, questions: before.questions, scoring: before.scoring },
      after: body,
    };
  });
  return readVersion(services, scope, id, today);
}

/** Throws a draft away. @throws 404, 409 when it is none, 412 */
export const deleteVersion: Verb<typeof deleteQuestionnaireVersion> = async (
  services,
  context,
  { params: { id } },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.edit');
  await services.database.transaction(scope, async (transaction) => {
    await lockVersion(transaction, 'questionnaires', id, context.ifMatch);
    const before = await requireState(transaction, id, 'draft');
    const deletion = { kind: 'questionnaire', objectId: id, userId: scope.userId } as const;
    await keepDeletion(transaction, deletion, { table: 'questionnaires', id });
    await sql`delete from questionnaires where id = ${id}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'questionnaires.delete',
      objectType: 'questionnaire',
      objectId: id,
      before,
    });
  });
};
