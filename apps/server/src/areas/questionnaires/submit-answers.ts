import { randomUUID } from 'node:crypto';
import type { submitAnswers as submitCall } from '@depotwerk/api/questionnaires/questionnaires';
import { assessRisk, findContradictions } from '@depotwerk/domain/questions/assess-risk';
import type { Answers, Contradiction } from '@depotwerk/domain/questions/questionnaire';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { enqueueCheck } from '../../platform/depot-content/enqueue-check.ts';
import { keepProfileDay } from '../../platform/depot-content/keep-profile-day.ts';
import { refuseIssues, unknownReference } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { type AnsweredContract, lockAnsweredContracts, lockAnswering } from './answered-contracts.ts';
import { asList, checkedAnswers, forgetDraft, refuseOldVersion } from './checked-answers.ts';
import { confirmOwnAnswers, refuseUnseenOwnAnswers } from './own-answers.ts';
import {
  findQuestionnaire,
  type Questionnaire,
  readQuestionnaire,
  visitorsKey,
} from './questionnaire.view.ts';
import { refuseUnknownCompanies } from './refuse-unknown-companies.ts';
import { refuseUnseenAnswers } from './refuse-unseen-answers.ts';
import { readAssessment, writeAssessment, writeHolderProfile } from './write-assessment.ts';

/**
 * Keeps answers with the version they were given to. Where the questionnaire leads to a risk class, the class confirmed
 * becomes that of every contract named: what held before is history, and the contracts are checked anew.
 * @throws 404, 403, 400 with a line for every wrong answer, 409 for an old version, with what changed, and where the customer has
 *   answered herself since, or somebody else has confirmed what she answered, 412 where others were confirmed since these were begun
 */
export const submitAnswers: Verb<typeof submitCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'riskProfile.edit');
  // What visitors are asked leaves out what only an adviser writes down: no class of a contract comes of it.
  if (params.key === visitorsKey) throw notFound();
  const today = todayIn(context.zone, new Date(services.clock()));
  const versionDay = todayOfHouse(services);
  const request = { key: params.key, ...body };
  return runOnce(services.database, context, 'submitAnswers', request, async (transaction) => {
    const contractIds = [
      ...new Set([...(body.contractId === undefined ? [] : [body.contractId]), ...(body.contractIds ?? [])]),
    ];
    const contracts = await lockAnsweredContracts(transaction, scope, contractIds);
    const first = contracts.filter(({ id }) => id === body.contractId);
    const customer = await lockAnswering(
      transaction,
      scope,
      body.customerId ?? first[0]?.customer_id,
      contracts,
    );
    const reading = { database: readerIn(transaction) };
    const questionnaire = await readQuestionnaire(reading, scope, params.key, versionDay);
    await refuseOldVersion(questionnaire, body.version, () =>
      findQuestionnaire(reading, scope, params.key, versionDay, body.version),
    );
    if (body.seenOwnAnswersId !== undefined)
      await refuseUnseenOwnAnswers(transaction, customer.id, params.key, body.seenOwnAnswersId);
    if (body.seenAnswersId !== undefined)
      await refuseUnseenAnswers(transaction, scope, customer.id, params.key, body.seenAnswersId);
    const answers = checkedAnswers(questionnaire, body.answers, today);
    await refuseUnknownCompanies(transaction, questionnaire, answers, today);
    const contradictions = questionnaire.scoring
      ? findContradictions(questionnaire.questions, questionnaire.scoring, answers)
      : [];
    const classes = confirmedClasses(questionnaire, answers, contracts, body.agreedClasses ?? [], today);
    requireComment(contradictions, classes, body.comment ?? '');

    const answersId = randomUUID();
    await sql`insert into questionnaire_answers (tenant_id, id, questionnaire_id, customer_id, contract_id, answers, result,
        comment, answered_on, created_by)
      values (app_tenant_id(), ${answersId}, ${questionnaire.questionnaireId}, ${customer.id},
        ${body.contractId ?? null}, ${JSON.stringify(asList(answers))}::jsonb,
        ${JSON.stringify({ contradictions, classes })}::jsonb, ${body.comment?.trim() ?? ''}, ${today}::date,
        ${scope.userId})`.execute(transaction);
    for (const { contractId, riskClassId } of classes) {
      const given = { answersId, questionnaire, answers, riskClassId, comment: body.comment ?? '', today };
      const isFirst = contracts.some(
        ({ id, customer_id }) => id === contractId && customer_id === customer.id,
      );
      if (isFirst) await writeAssessment(transaction, scope.userId, contractId, given);
      else await writeHolderProfile(transaction, contractId, customer.id, given);
    }
    if (classes.length > 0) await keepProfileDay(transaction, [customer.id], versionDay);
    await forgetDraft(transaction, scope.userId, params.key, customer.id);
    await confirmOwnAnswers(transaction, customer.id, params.key, scope.userId);
    await enqueueCheck(
      transaction,
      classes.map(({ contractId }) => contractId),
      scope.userId,
    );
    await writeAudit(transaction, {
      actor,
      action: questionnaire.scoring ? 'riskProfile.record' : 'questionnaires.answer',
      objectType: 'customer',
      objectId: customer.id,
      groupId: customer.group_id,
      before: contracts.map(({ id, risk_class_id }) => ({ id, riskClassId: risk_class_id })),
      after: { classes, answers: asList(answers) },
      details: {
        questionnaire: params.key,
        version: questionnaire.version,
        answersId,
        contractCount: classes.length,
        contradictionCount: contradictions.length,
      },
    });
    return {
      answersId,
      riskAssessment:
        body.contractId === undefined || classes.length === 0
          ? null
          : await readAssessment(transaction, body.contractId, today),
      assessedContracts: classes.map(({ contractId, externalKey, riskClassId }) => ({
        contractId,
        externalKey,
        riskClassId,
      })),
    };
  });
};

interface ConfirmedClass {
  readonly contractId: string;
  readonly externalKey: string;
  readonly riskClassId: number;
  /** What the answers alone lead to. */
  readonly computedClassId: number;
}

/**
 * Class of every contract: what the answers lead to, or a lower one that was agreed. @throws 400, also for a class agreed of a
 * contract that is not answered for, or twice of one: it would hold for nothing. 409 without a class
 */
function confirmedClasses(
  { questions, scoring }: Questionnaire,
  answers: Answers,
  contracts: readonly AnsweredContract[],
  agreed: readonly { contractId: string; riskClassId: number }[],
  today: string,
): ConfirmedClass[] {
  const stray = agreed.findIndex(
    ({ contractId }, k) =>
      !contracts.some(({ id }) => id === contractId) ||
      agreed.findIndex((one) => one.contractId === contractId) < k,
  );
  if (stray >= 0) throw unknownReference(`agreedClasses.${stray}.contractId`);
  if (!scoring) return [];
  return contracts.map(({ id, external_key, risk_class_count }) => {
    const computed = assessRisk(questions, scoring, answers, risk_class_count ?? 0, today).riskClassId;
    if (computed === null) throw new AppError('questionnaire.noClass');
    const riskClassId = agreed.find(({ contractId }) => contractId === id)?.riskClassId ?? computed;
    if (riskClassId > computed) throw new AppError('questionnaire.classTooHigh');
    return { contractId: id, externalKey: external_key, riskClassId, computedClassId: computed };
  });
}

/** Contradictions and lower classes are explained in writing. @throws 400 */
function requireComment(
  contradictions: readonly Contradiction[],
  classes: readonly ConfirmedClass[],
  comment: string,
): void {
  const isAgreed = classes.some(({ riskClassId, computedClassId }) => riskClassId < computedClassId);
  if ((contradictions.length > 0 || isAgreed) && comment.trim() === '')
    refuseIssues([{ path: 'comment', code: 'required' }]);
}
