import type { listFundPeergroups } from '@depotwerk/api/funds/funds';
import type * as z from 'zod/mini';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

type Peergroups = z.output<(typeof listFundPeergroups)['answer']>;

/** Active peer groups under their asset class, both in the order of the house. */
export async function readPeergroups(services: Services, scope: Scope): Promise<Peergroups> {
  return services.database.read<Peergroups[number]>(scope, {
    sql: `select k.id, k.category_name as "peergroupName",
                 jsonb_agg(jsonb_build_object('id', g.id, 'name', g.peergroup_name)
                           order by fold_text(g.peergroup_name), g.id) as peergroups
            from fund_categories k
            join peergroups g on g.tenant_id = k.tenant_id and g.category_id = k.id and not g.is_inactive
           where k.tenant_id = $1
           group by k.id, k.category_name, k.sort_order
           order by k.sort_order, k.category_name, k.id`,
    parameters: [scope.tenantId],
  });
}
