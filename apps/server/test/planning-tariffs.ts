import { hintAnswer } from '@depotwerk/domain/tariff/hint-choices';
import type pg from 'pg';

/** Lets every published tariff plan by itself when a hint comes, without a new version: plans that wait can be released. */
export async function letTariffsPlan(owner: pg.Pool | pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `insert into tariff_hint_answers (tenant_id, tariff_id, optimization_hint_id, answer_id)
     select tenant_id, id, 1, $2 from tariffs where tenant_id = $1 and published_version_number is not null
     on conflict (tenant_id, tariff_id, optimization_hint_id) do update set answer_id = excluded.answer_id`,
    [tenantId, hintAnswer.automatic],
  );
}
