import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { Draft, getDraft } from '@depotwerk/api/drafts/drafts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

/** Columns of a `Draft`. */
export const draftSelection = `draft_type as "draftType", entity_key as "entityKey", step, data,
  base_version as "baseVersion", row_version as revision, created_at as "createdAt", updated_at as "updatedAt"`;

/** The caller's draft, and who else has one of the same object: two who make something new are not in each other's way. */
export async function readDraft(
  { database }: ReadServices,
  scope: Scope,
  { draftType, entityKey }: CallInput<typeof getDraft>['params'],
): Promise<CallAnswer<typeof getDraft>> {
  const [drafts, others] = await database.readMany<[Draft, { userName: string; updatedAt: string }]>(scope, [
    {
      sql: `select ${draftSelection} from drafts
             where user_id = $1 and draft_type = $2 and entity_key = $3 and expires_at > now()`,
      parameters: [scope.userId, draftType, entityKey],
    },
    {
      sql: `select u.full_name as "userName", d.updated_at as "updatedAt" from drafts d
              join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
             where d.user_id <> $1 and d.draft_type = $2 and d.entity_key = $3 and $3 <> 'new' and d.expires_at > now()
             order by d.updated_at desc, u.id`,
      parameters: [scope.userId, draftType, entityKey],
    },
  ]);
  return { draft: drafts[0] ?? null, others };
}
