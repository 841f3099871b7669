import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';

export const draftType = 'element';
export const draftKey = (contractId: string, elementKey: string) => `${contractId}:${elementKey}`;

/** A caller's draft of a form. The revision rises with every save and every submission. */
export interface ElementDraft {
  readonly data: unknown;
  readonly revision: number;
}

/** Saves of one draft count below the submissions, so a sent form never has the revision of an open one. */
const savesPerSubmission = 10_000;

/** SQL of the revision; `$1` user, `$2` draft key, `$3` contract, `$4` element. */
export const revisionSql = `(select count(*) from element_submissions e where e.contract_id = $3 and e.element_key = $4)::int
  * ${savesPerSubmission} + coalesce((select d.row_version from drafts d where d.user_id = $1
     and d.draft_type = '${draftType}' and d.entity_key = $2 and d.expires_at > now()), 0)`;

/** The draft the caller has saved, and the revision the next change must name. */
export async function readElementDraft(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  elementKey: string,
): Promise<ElementDraft> {
  const parameters = [scope.userId, draftKey(contractId, elementKey), contractId, elementKey];
  const [row] = await services.database.read<{ data: unknown; revision: number }>(scope, {
    sql: `select ${revisionSql} as revision, (select d.data from drafts d where d.user_id = $1
      and d.draft_type = '${draftType}' and d.entity_key = $2 and d.expires_at > now()) as data`,
    parameters,
  });
  return { data: row?.data ?? null, revision: row?.revision ?? 0 };
}
