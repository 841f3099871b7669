import type { KeptKind } from '@depotwerk/api/deletions/deletions';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { isContractBlocked } from '../../platform/customers/blocked-contract.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { permissionsOfRole, requireManagedGroup, requireWithinOwnRights } from '../../platform/own-rights.ts';
import type { Scope } from '../../platform/scope.ts';

/** How a kind comes back: with which rights, and what the log says. */
interface KeptKindRule {
  /** That of the deletion; null = what is one's own. */
  readonly permission: PermissionCode | null;
  /** What the log calls the object, where it is not the kind itself. */
  readonly objectType?: string;
  /** Looks at what is back; a refusal takes it all away again. Answers the group it belongs to. */
  readonly check?: (
    transaction: Transaction<Schema>,
    scope: Scope,
    objectId: string,
  ) => Promise<string | null>;
}

const ofHouse = (permission: PermissionCode): KeptKindRule => ({ permission });

/** Kinds that are put back by a rule of their own: what was changed of many. */
export type KindOfMany =
  | 'contractTags'
  | 'customerTags'
  | 'contractTagsGiven'
  | 'customerTagsGiven'
  | 'contractTariffs'
  | 'customerGroups';

/** Rights of what is put back as it was. */
export const keptKindRules: Readonly<Record<Exclude<KeptKind, KindOfMany>, KeptKindRule>> = {
  insurer: ofHouse('insurers.edit'),
  issuer: ofHouse('insurers.edit'),
  costModel: ofHouse('costModels.edit'),
  fundCategory: ofHouse('peergroups.edit'),
  peergroup: ofHouse('peergroups.edit'),
  tag: ofHouse('tags.edit'),
  tariff: ofHouse('tariffs.edit'),
  tariffComponent: ofHouse('tariffComponents.edit'),
  questionnaire: ofHouse('tariffs.edit'),
  whiteLabel: ofHouse('whiteLabel.edit'),
  group: { permission: 'userManagement.editGroups', check: checkGroup },
  role: { permission: 'userManagement.editRoles', check: checkRole },
  savedView: { permission: null },
  dashboard: { permission: 'dashboard.view' },
  plan: { permission: 'optimization.plan', objectType: 'contract', check: checkContract },
};

/** A group is there again for those who manage the one above it. */
async function checkGroup(transaction: Transaction<Schema>, scope: Scope, id: string): Promise<null> {
  const { rows } = await sql<{ parentGroupId: string | null }>`
    select parent_group_id as "parentGroupId" from groups where tenant_id = app_tenant_id() and id = ${id}`.execute(
    transaction,
  );
  requireManagedGroup(scope, rows[0]?.parentGroupId ?? null);
  return null;
}

async function checkRole(transaction: Transaction<Schema>, scope: Scope, id: string): Promise<null> {
  requireWithinOwnRights(scope, await permissionsOfRole(transaction, id));
  return null;
}

async function checkContract(
  transaction: Transaction<Schema>,
  scope: Scope,
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ groupId: string | null; isBlocked: boolean }>`
    select c.group_id as "groupId", ${sql.raw(isContractBlocked)} as "isBlocked"
      from contracts c
     where c.tenant_id = app_tenant_id() and c.id = ${id} and c.deleted_at is null for no key update of c`.execute(
    transaction,
  );
  const [contract] = rows;
  if (!contract) throw notFound();
  requireGroupRight(scope, 'groupContracts.edit', contract.groupId);
  if (contract.isBlocked) throw new AppError('customers.blocked');
  return contract.groupId;
}
