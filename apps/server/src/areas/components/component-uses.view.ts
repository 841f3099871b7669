import type { CallAnswer } from '@depotwerk/api/call';
import type { listComponentUses } from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { tariffsUsing } from './component-content.view.ts';

type Use = CallAnswer<typeof listComponentUses>[number];

const dependents: Readonly<Record<ComponentKind, string | null>> = {
  risk: `select d.component_id, 'allocation' as type from allocation_components d where d.risk_component_id = $1`,
  universe: `select d.component_id, 'selection' as type from selection_components d where d.universe_component_id = $1`,
  selection: null,
  allocation: null,
};

/** Where a component is used: tariffs with their contracts first, then components built on it; each by name. */
export function usesQuery(kind: ComponentKind, id: string): ReadQuery<Use> {
  const tariffs = `select 0 as place, 'tariff' as type, t.id, t.name, t.key, t.is_inactive as "isInactive",
      (select coalesce(sum(s.contract_count), 0)::int from contract_statistics s
        where s.tenant_id = t.tenant_id and s.tariff_id = t.id) as "contractCount"
    from components c join tariffs t on t.tenant_id = c.tenant_id and t.id in ${tariffsUsing(kind)} where c.id = $1`;
  const components =
    dependents[kind] === null
      ? ''
      : ` union all select 1, u.type, d.id, d.name, d.key, d.is_inactive, null::int
            from (${dependents[kind]}) u join components d on d.id = u.component_id`;
  return {
    sql: `select type, id, name, key, "isInactive", "contractCount" from (${tariffs}${components}) uses
      order by place, fold_text(name), id`,
    parameters: [id],
  };
}

/** Uses of a component. @throws 404 when the tenant has none of this kind and id */
export async function readComponentUses(
  reader: Reader,
  context: DbContext,
  kind: ComponentKind,
  id: string,
): Promise<Use[]> {
  const [found, uses] = await reader.readMany<[{ id: string }, Use]>(context, [
    { sql: 'select id from components where id = $1 and kind = $2', parameters: [id, kind] },
    usesQuery(kind, id),
  ]);
  if (found.length === 0) throw notFound();
  return uses;
}
