import { randomUUID } from 'node:crypto';
import type { copyComponent as copyComponentCall } from '@depotwerk/api/components/tariff-components';
import { checkComponentInfo } from '@depotwerk/domain/tariff/check-component-info';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { refusingTakenKeys } from './component-rules.ts';
import { readComponent } from './get-component.view.ts';
import { listComponentsWithIds } from './list-components.view.ts';
import { writeContent } from './write-component.ts';

/** A new, active component with the content of another one. @throws 404, 400 for name or key, 409 when the key is taken */
export const copyComponent: Verb<typeof copyComponentCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffComponents.edit');
  const { kind } = params;
  const prepare = async () => {
    const source = await readComponent(services.database, scope, kind, params.id);
    const draft = { ...source.component, ...body, isInactive: false };
    const issues = checkComponentInfo(draft);
    if (issues.length > 0) throw new AppError('common.validationFailed', { validation: issues });
    return draft;
  };
  return refusingTakenKeys(() =>
    answerPrepared(
      services.database,
      context,
      `copyComponent ${kind} ${params.id}`,
      body,
      prepare,
      async (transaction, draft) => {
        const copyId = randomUUID();
        await sql`insert into components (tenant_id, id, kind, name, key)
        values (${scope.tenantId}, ${copyId}, ${kind}, ${draft.name}, ${draft.key})`.execute(transaction);
        await writeContent(transaction, kind, { tenantId: scope.tenantId, id: copyId }, draft);
        // The copy is the work of the same people (four eyes of a tariff that takes it in).
        await sql`insert into component_editors (tenant_id, component_id, user_id)
        select e.tenant_id, ${copyId}, e.user_id from component_editors e
         where e.tenant_id = app_tenant_id() and e.component_id = ${params.id}
        on conflict do nothing`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'tariffComponents.copy',
          objectType: 'tariffComponent',
          objectId: copyId,
          after: draft,
          details: { kind, key: draft.key, copiedFrom: params.id },
        });
        const [item] = await listComponentsWithIds(readerIn(transaction), scope, kind, [copyId]);
        if (!item) throw notFound();
        return item;
      },
    ),
  );
};
