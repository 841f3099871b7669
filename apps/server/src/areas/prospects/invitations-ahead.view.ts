import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { previewInvitations as call } from '@depotwerk/api/prospects/preregistrations';
import { personName } from '@depotwerk/domain/customers/person-name';
import { type NotInvited, notInvitedReasons } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import { Parameters } from '../../platform/database/parameters.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import { requirePermission, type Scope, visibilityOf } from '../../platform/scope.ts';
import { selectedCustomers } from '../customers/public.ts';
import type { ProspectServices } from './analysis-services.ts';
import { type Chosen, chosenColumns, obstacleOf } from './invited-customers.view.ts';
import { requireOpenForMany } from './open-for-many.ts';
import { countInvitedOfDay } from './write-invitation.ts';

/** Customers read at once, so that memory stays flat. */
const readAtOnce = 10_000;
/** Named of each reason; the others are counted. */
const namedAtMost = 20;

/**
 * How many of a selection would be invited now, and who not and why, by the rules of the work itself. Nothing is held: what changes
 * until then is judged then. @throws 403, also in a closed house; 409 without a mail server
 */
export async function previewInvited(
  services: ProspectServices,
  scope: Scope,
  { selection }: CallInput<typeof call>['body'],
): Promise<CallAnswer<typeof call>> {
  requirePermission(scope, 'contracts.bulk');
  requirePermission(scope, 'customers.create');
  await services.database.transaction(scope, (transaction) =>
    requireOpenForMany(services, transaction, scope),
  );
  const { invitationsPerUserAndDay: most } = services.quotas ?? defaultQuotas;
  let left = most - (await countInvitedOfDay(services.database, scope, services.clock()));
  let invited = 0;
  const leftOut = new Map<NotInvited, { count: number; customers: { id: string; name: string }[] }>();
  for await (const customers of chosenOf(services, scope, selection))
    for (const customer of customers) {
      const obstacle = obstacleOf(scope, customer) ?? (left > 0 ? null : 'dayIsFull');
      if (obstacle === null) {
        invited += 1;
        left -= 1;
        continue;
      }
      const group = leftOut.get(obstacle) ?? { count: 0, customers: [] };
      leftOut.set(obstacle, group);
      group.count += 1;
      if (group.customers.length < namedAtMost)
        group.customers.push({ id: customer.id, name: customer.companyName || personName(customer) });
    }
  return {
    invited,
    leftOut: notInvitedReasons.flatMap((reason) => {
      const group = leftOut.get(reason);
      return group ? [{ reason, ...group }] : [];
    }),
  };
}

/** Those of a selection the caller sees, piece by piece in the order the work takes them. */
async function* chosenOf(
  services: ProspectServices,
  scope: Scope,
  selection: CallInput<typeof call>['body']['selection'],
): AsyncGenerator<readonly Chosen[]> {
  let after: string | undefined;
  for (;;) {
    const parameters = new Parameters();
    const conditions = [selectedCustomers(selection, visibilityOf(scope, 'groupCustomers.view'), parameters)];
    if (after !== undefined) conditions.push(`u.id > ${parameters.add(after)}::uuid`);
    // One after another: where the next begins is known once this one is read.
    // oxlint-disable-next-line no-await-in-loop -- see above
    const rows = await services.database.read<Chosen>(scope, {
      sql: `select ${chosenColumns(services, parameters)} from customers u where ${conditions.join(' and ')}
        order by u.id limit ${readAtOnce}`,
      parameters: parameters.values,
    });
    yield rows;
    after = rows.at(-1)?.id;
    if (rows.length < readAtOnce) return;
  }
}
