import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { AdviceWorld } from './advice-world.ts';

/** What people who work on tariffs may do in these tests. */
export const editorRights = [
  'tariffs.view',
  'tariffs.edit',
  'tariffs.submit',
  'tariffComponents.edit',
] as const;
export const approverRights = ['tariffs.view', 'tariffs.approve', 'tariffs.publish'] as const;

interface TariffAnswer {
  readonly id: string;
  readonly tariff: TariffDraft;
}

/** Id of a published tariff of the demo under a condition on `tariffs t`. */
export async function tariffIdWhere(world: AdviceWorld, condition: string): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    `select t.id from tariffs t where t.tenant_id = $1 and ${condition}
      order by (select count(*) from contracts c where c.tariff_id = t.id) desc, t.id limit 1`,
    [world.tenantId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`no tariff where ${condition}`);
  return id;
}

/** A complete new tariff like one of the demo, under a name and key of its own. */
export async function newTariffBody(
  world: AdviceWorld,
  token: string,
  condition: string,
  key: string,
): Promise<TariffDraft> {
  const { body } = await world.call<TariffAnswer>(
    token,
    'GET',
    `/tariffs/${await tariffIdWhere(world, condition)}`,
  );
  return { ...body.tariff, name: `Neuer Tarif ${key}`, key, isDefault: false };
}
