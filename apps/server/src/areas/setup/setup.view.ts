import { type Setup, type SetupStepKey, setupStepKeys } from '@depotwerk/api/setup/setup';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';

/**
 * What proves a step, as a condition on the tenant's own data: a mail server that took a test mail, a second person who
 * can sign in, a tariff that is published. A value alone is no proof.
 */
const proofs: Readonly<Record<SetupStepKey, string>> = {
  appearance:
    'exists (select from white_label_configs where imprint_url is not null and privacy_url is not null)',
  mail: 'exists (select from mail_settings where tested_at is not null)',
  groups: `exists (select from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where not g.is_inactive and not u.is_inactive and 'groupCustomers.view' = any (m.group_rights))`,
  roles: `(select count(distinct u.role_id) from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where not u.is_inactive and not r.is_inactive) > 1`,
  people: `(select count(*) from users u where not u.is_inactive and ${canSignIn('u')}) > 1`,
  funds: 'exists (select from fund_prices)',
  peergroups: `exists (select from funds f join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
    where not f.is_inactive and not g.is_inactive)`,
  tariffs: 'exists (select from tariffs where published_version_number is not null and not is_inactive)',
  banks: 'exists (select from issuers where not is_inactive)',
  customers: 'exists (select from customers where deleted_at is null)',
  contracts: 'exists (select from contracts where deleted_at is null)',
};

const sql = `select array(select step_key from setup_skips) as skipped, ${setupStepKeys
  .map((key) => `${proofs[key]} as "${key}"`)
  .join(', ')}`;

type Row = { skipped: string[] } & { [Key in SetupStepKey]: boolean };

/** The steps of the first day. In the demo the outbox on screen stands for a mail server. */
export async function readSetup(services: SignInServices, scope: Scope): Promise<Setup> {
  const [row] = await services.database.read<Row>(scope, { sql, parameters: [] });
  const steps = setupStepKeys.map((key) => ({
    key,
    isDone: (row?.[key] ?? false) || (key === 'mail' && services.settings.isDemo),
    isSkipped: row?.skipped.includes(key) ?? false,
  }));
  return { isOpen: steps.some(({ isDone, isSkipped }) => !isDone && !isSkipped), steps };
}
