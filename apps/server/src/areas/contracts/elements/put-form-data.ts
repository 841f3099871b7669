import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { putElementFormData } from '@depotwerk/api/contracts/elements';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { writeHandovers } from '../../../platform/key-information/write-handovers.ts';
import { checkDraftQuotas } from '../../../platform/quotas.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import { lockContract } from '../locked-contract.view.ts';
import { recordingContractRead } from '../recorded-read.view.ts';
import { draftKey, draftType, readElementDraft, revisionSql } from './element-draft.view.ts';
import { type OpenForm, openForm, readableDraft } from './open-form.ts';

type Answer = CallAnswer<typeof putElementFormData>;

/** What a form is answered with at a revision: its description, values and state. */
export const formAnswer = (
  form: OpenForm,
  revision: number,
  submission: Answer['submission'] = null,
): Answer => ({
  request: { ...form.request },
  element: form.element,
  validation: [...form.validation],
  revision,
  submission,
});

/**
 * Checks what was entered (`change`), keeps it for later (`save`) or sends it (`submit`). `request: null` asks for the
 * caller's draft, or the untouched form.
 * @throws 409 when the draft was saved or sent elsewhere, 400 when a submission still has faults
 */
export const putFormData: Verb<typeof putElementFormData> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.edit');
  const { contractId, elementKey } = params;
  // Without data of the caller's own the answer begins with the holdings: that is reading them.
  const reader =
    body.request === null ? recordingContractRead(services, context, params.contractId, 'form') : services;
  const today = todayIn(context.zone, new Date(services.clock()));
  const draft = await readElementDraft(services, scope, contractId, elementKey);
  const data = body.request ?? readableDraft(draft.data);
  const opened = await openForm(services, scope, params, data, today, reader);
  if (context.ifMatch !== draft.revision) throw new AppError('elements.outdated');
  if (body.command === 'change') return formAnswer(opened, draft.revision);
  const { command } = body;
  return services.database.transaction(scope, async (transaction) => {
    const contract = await lockContract(transaction, scope, contractId);
    // Read again under the lock: of two who send at once, one is late.
    if ((await revisionOf(transaction, scope, params)) !== context.ifMatch)
      throw new AppError('elements.outdated');
    const locked = { ...services, database: readerIn(transaction) };
    const submission =
      command === 'submit'
        ? // What it was opened with may have changed until the contract was locked: profiles, holders, funds, tariff.
          await submit(
            transaction,
            scope,
            await openForm(locked, scope, params, data, today),
            new Date(services.clock()).toISOString(),
          )
        : null;
    if (submission) await deleteDraft(transaction, scope, params);
    else {
      await saveDraft(transaction, scope, params, opened);
      await checkDraftQuotas(services, transaction, scope, draft.data === null);
    }
    const revision = await revisionOf(transaction, scope, params);
    await writeAudit(transaction, {
      actor,
      action: submission ? 'contracts.submitElement' : 'contracts.saveElement',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      after: opened.request,
      details: {
        elementKey,
        version: opened.version,
        submissionNumber: submission?.submissionNumber ?? null,
      },
    });
    const answered = submission ? await openForm(locked, scope, params, null, today) : opened;
    return formAnswer(answered, revision, submission);
  });
};

type Which = CallInput<typeof putElementFormData>['params'];

async function revisionOf(transaction: Transaction<Schema>, scope: Scope, which: Which): Promise<number> {
  const parameters = [
    scope.userId,
    draftKey(which.contractId, which.elementKey),
    which.contractId,
    which.elementKey,
  ];
  const query = CompiledQuery.raw(`select ${revisionSql} as revision`, parameters);
  const { rows } = await transaction.executeQuery<{ revision: number }>(query);
  return rows[0]?.revision ?? 0;
}

async function submit(
  transaction: Transaction<Schema>,
  scope: Scope,
  form: OpenForm,
  now: string,
): Promise<Answer['submission']> {
  const faults = form.validation.filter((finding) => finding.severity === 2);
  if (faults.length > 0) {
    throw new AppError('elements.invalid', {
      validation: faults.map(({ path, code, text }) => ({ path, code, params: { text } })),
    });
  }
  if (form.handsOver) await writeHandovers(transaction, scope, { ...form.handsOver, handedOverAt: now }, now);
  const { rows } = await sql<{ id: string; submission_number: number }>`
    insert into element_submissions (tenant_id, contract_id, element_key, description_version, request, created_by)
    values (${scope.tenantId}, ${form.contractId}, ${form.elementKey}, ${form.version},
      ${JSON.stringify(form.request)}::jsonb, ${scope.userId})
    returning id, submission_number`.execute(transaction);
  const row = rows[0];
  if (!row) throw new Error('the submission was not stored');
  return { id: row.id, submissionNumber: `FW-${String(row.submission_number).padStart(6, '0')}` };
}

async function saveDraft(
  transaction: Transaction<Schema>,
  scope: Scope,
  which: Which,
  form: OpenForm,
): Promise<void> {
  await sql`insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data, base_version)
      values (${scope.tenantId}, ${scope.userId}, ${draftType}, ${draftKey(which.contractId, which.elementKey)},
        ${which.elementKey}, ${JSON.stringify(form.request)}::jsonb, ${form.version})
      on conflict (tenant_id, user_id, draft_type, entity_key) do update
        set data = excluded.data, base_version = excluded.base_version,
            expires_at = now() + interval '90 days'`.execute(transaction);
}

async function deleteDraft(transaction: Transaction<Schema>, scope: Scope, which: Which): Promise<void> {
  await sql`delete from drafts where user_id = ${scope.userId} and draft_type = ${draftType}
    and entity_key = ${draftKey(which.contractId, which.elementKey)}`.execute(transaction);
}
