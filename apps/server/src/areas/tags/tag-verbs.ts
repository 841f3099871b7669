import type { ManagedTag, mergeTag as mergeCall } from '@depotwerk/api/tags/tags';
import { checkTag, tagFields } from '@depotwerk/domain/tags/tag-fields';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { taken, unknownReference } from '../../platform/editing.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readTag } from './tags.view.ts';

const kind: MasterDataKind<ManagedTag, (typeof tagFields)[number]> = {
  table: 'tags',
  fields: tagFields,
  permission: 'tags.edit',
  area: 'tags',
  objectType: 'tag',
  refusals: { tags_name: () => taken('masterData.nameExists', 'tagName', 'nameExists') },
  read: readTag,
};

/** Tags: read, added, changed, deleted; names count in whatever case. */
export const tagVerbs = (services: Services) =>
  masterDataVerbs(services, () => kind, { createCall: 'createTag', check: checkTag });

/**
 * Makes two tags one: whatever carries this one carries the other one instead, and views of lists follow.
 * @throws 404, 400 for another one that is not there
 */
export const mergeTag: Verb<typeof mergeCall> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'tags.edit');
  return answerOnce(
    services.database,
    context,
    'mergeTag',
    { ...body, id: params.id },
    async (transaction) => {
      // In one order, so that two merges of a pair never wait for each other in a circle.
      const { rows } = await sql<{ id: number }>`select id from tags
        where id in (${params.id}, ${body.intoId}) order by id for update`.execute(transaction);
      const found = new Set(rows.map(({ id }) => id));
      if (!found.has(params.id)) throw notFound();
      if (!found.has(body.intoId) || body.intoId === params.id) throw unknownReference('intoId');
      let moved = 0;
      for (const [table, column] of [
        ['customer_tags', 'customer_id'],
        ['contract_tags', 'contract_id'],
      ] as const) {
        const { numAffectedRows } = await sql`with gone as (
            delete from ${sql.table(table)} where tag_id = ${params.id} returning *)
          insert into ${sql.table(table)} (tenant_id, ${sql.ref(column)}, tag_id, given_at, import_id)
          select tenant_id, ${sql.ref(column)}, ${body.intoId}, given_at, import_id from gone
          on conflict do nothing`.execute(transaction);
        moved += Number(numAffectedRows ?? 0);
      }
      // Views that showed what carries it show what carries the other one, whoever keeps them: else they would be empty.
      await sql`update saved_views set filters = filters || jsonb_build_object('tagId', ${String(body.intoId)}::text)
        where tenant_id = app_tenant_id() and screen_key in ('contracts', 'customers')
          and filters ->> 'tagId' = ${String(params.id)}`.execute(transaction);
      await sql`delete from tags where id = ${params.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'tags.merge',
        objectType: 'tag',
        objectId: String(params.id),
        details: { intoId: body.intoId, moved },
      });
    },
    (reading) => readTag(reading, scope, body.intoId),
  );
};
