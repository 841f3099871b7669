import { hintAnswer } from '@depotwerk/domain/tariff/hint-choices';
import type pg from 'pg';

/** The world stays where its prices end: its profiles would run out while the calendar goes on. */
async function keepProfilesValid(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `update risk_assessments set valid_until = current_date + 300 where tenant_id = $1 and status = 'valid'`,
    [tenantId],
  );
}

/** Lets every published tariff plan by itself when a hint comes, without a new version: plans that wait can be released. */
async function letTariffsPlan(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `insert into tariff_hint_answers (tenant_id, tariff_id, optimization_hint_id, answer_id)
     select tenant_id, id, 1, $2 from tariffs where tenant_id = $1 and published_version_number is not null
     on conflict (tenant_id, tariff_id, optimization_hint_id) do update set answer_id = excluded.answer_id`,
    [tenantId, hintAnswer.automatic],
  );
}

/** Makes the contracts of the world plannable, and plans of theirs that wait releasable. */
export async function makePlannable(owner: pg.Client, tenantId: string): Promise<void> {
  await keepProfilesValid(owner, tenantId);
  await letTariffsPlan(owner, tenantId);
}
