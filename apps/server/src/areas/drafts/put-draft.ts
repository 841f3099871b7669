import type { CallInput } from '@depotwerk/api/call';
import type {
  Draft,
  deleteDraft as deleteDraftCall,
  putDraft as putDraftCall,
} from '@depotwerk/api/drafts/drafts';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '../../platform/database/database-errors.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { checkDraftQuotas } from '../../platform/quotas.ts';
import type { Scope } from '../../platform/scope.ts';
import { draftSelection } from './draft.view.ts';
import { requireDraftRight } from './draft-rights.ts';

const selection = sql.raw(draftSelection);
/** Characters of a draft as JSON; the largest matrices have a fifth of it. */
const longest = 2_000_000;

/**
 * Saves the caller's draft as the successor of the one it was read as. Drafts are nobody else's business: nothing is
 * recorded, and they go by themselves after 90 days.
 * @throws 412 with the newer draft when it was saved elsewhere, 413 when it is too large, 409 above a quota
 */
export const putDraft: Verb<typeof putDraftCall> = async (services, { scope }, { params, body }) => {
  requireDraftRight(scope, params);
  const data = JSON.stringify(body.data ?? null);
  if (data.length > longest) throw new AppError('common.payloadTooLarge');
  try {
    return await services.database.transaction(scope, async (transaction) => {
      const isFirst = body.revision === null;
      const { rows } = isFirst
        ? await insert(transaction, scope, params, body, data)
        : await replace(transaction, scope, params, body, data);
      const [saved] = rows;
      if (saved) {
        await checkDraftQuotas(services, transaction, scope, isFirst);
        return saved;
      }
      throw new AppError('common.versionConflict', { current: await currentOf(transaction, scope, params) });
    });
  } catch (error) {
    throw asDraftRefusal(error);
  }
};

type Params = CallInput<typeof putDraftCall>['params'];
type Body = CallInput<typeof putDraftCall>['body'];

/** The first save; one that expired is out of the way. */
const insert = (
  transaction: Transaction<Schema>,
  scope: Scope,
  { draftType, entityKey }: Params,
  { step, baseVersion }: Body,
  data: string,
) =>
  sql<Draft>`
  insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data, base_version)
  values (${scope.tenantId}, ${scope.userId}, ${draftType}, ${entityKey}, ${step}, ${data}::jsonb, ${baseVersion})
  on conflict (tenant_id, user_id, draft_type, entity_key) do update
    set step = excluded.step, data = excluded.data, base_version = excluded.base_version, created_at = now(),
        expires_at = now() + interval '90 days'
    where drafts.expires_at <= now()
  returning ${selection}`.execute(transaction);

const replace = (
  transaction: Transaction<Schema>,
  scope: Scope,
  { draftType, entityKey }: Params,
  { step, baseVersion, revision }: Body,
  data: string,
) =>
  sql<Draft>`
  update drafts set step = ${step}, data = ${data}::jsonb, base_version = ${baseVersion},
      expires_at = now() + interval '90 days'
   where tenant_id = ${scope.tenantId} and user_id = ${scope.userId} and draft_type = ${draftType}
     and entity_key = ${entityKey} and row_version = ${revision} and expires_at > now()
  returning ${selection}`.execute(transaction);

async function currentOf(
  transaction: Transaction<Schema>,
  scope: Scope,
  { draftType, entityKey }: Params,
): Promise<Draft | null> {
  const { rows } = await sql<Draft>`select ${selection} from drafts where tenant_id = ${scope.tenantId}
     and user_id = ${scope.userId} and draft_type = ${draftType} and entity_key = ${entityKey}
     and expires_at > now()`.execute(transaction);
  return rows[0] ?? null;
}

function asDraftRefusal(error: unknown): unknown {
  switch (errorCode(error)) {
    // Larger as stored than as sent.
    case '23514':
    case '54000':
      return new AppError('common.payloadTooLarge', { cause: error });
    // Characters or numbers no database keeps: NUL, half a surrogate pair, beyond all exponents.
    case '22P02':
    case '22P05':
    case '22003':
      return new AppError('common.validationFailed', {
        validation: [{ path: 'body.data', code: 'invalidCharacters' }],
        cause: error,
      });
    default:
      return error;
  }
}

/** Discards the caller's draft; one that is not there is gone already. */
export const deleteDraft: Verb<typeof deleteDraftCall> = async (services, { scope }, { params }) => {
  requireDraftRight(scope, params);
  await services.database.transaction(scope, async (transaction) => {
    await sql`delete from drafts where tenant_id = ${scope.tenantId} and user_id = ${scope.userId}
      and draft_type = ${params.draftType} and entity_key = ${params.entityKey}`.execute(transaction);
  });
};
