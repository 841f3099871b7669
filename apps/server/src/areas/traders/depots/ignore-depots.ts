import type { markDepotsAsIgnored } from '@depotwerk/api/traders/trader-depots';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { lockUnlinkedDepots } from './lock-depots.ts';

/**
 * Takes depots off the list of new ones; all or none. A rejected one stays rejected: it is off the list already.
 * @throws 404 when one of them is missing or foreign, 409 when one belongs to a contract
 */
export const ignoreDepots: Verb<typeof markDepotsAsIgnored, Pick<Services, 'database'>> = async (
  services,
  context,
  input,
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.link');
  await runOnce(services.database, context, 'markDepotsAsIgnored', input.body, async (transaction) => {
    const depots = await lockUnlinkedDepots(transaction, scope, input.body);
    const ids = depots.filter((depot) => depot.state === 'new').map((depot) => depot.id);
    await sql`update trader_depots set state = 'ignored'
       where tenant_id = app_tenant_id() and id = any (${ids}::uuid[])`.execute(transaction);
    for (const depot of depots.filter((each) => each.state === 'new')) {
      await writeAudit(transaction, {
        actor,
        action: 'traderDepots.ignore',
        objectType: 'traderDepot',
        objectId: depot.id,
        details: { issuerId: depot.issuerId, externalKey: depot.externalKey },
      });
    }
    return {};
  });
};
