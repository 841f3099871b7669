/** Writes versions of the demo's tariffs. */
import type pg from 'pg';
import { addMonths } from './bank-days.ts';
import type { DemoTenant } from './organisation.ts';

export interface FirstVersion {
  readonly id: string;
  readonly tariffId: string;
}

/** Who works on tariffs in a tenant, and who approves them. */
export function tariffPeople(tenant: DemoTenant) {
  return {
    editor: (tenant.users.find((user) => user.role === 'tariffManager') ?? tenant.users[0])?.id ?? null,
    approver: (tenant.users.find((user) => user.role === 'tariffApproval') ?? tenant.users[1])?.id ?? null,
  };
}

/** The published version of each tariff; its content is what has been written of tariff and components. */
export async function writeFirstVersions(
  client: pg.ClientBase,
  tenant: DemoTenant,
  versions: readonly FirstVersion[],
  validFrom: string,
): Promise<void> {
  const { editor, approver } = tariffPeople(tenant);
  const submitted = addMonths(validFrom, -1);
  await client.query(
    `insert into tariff_versions (tenant_id, id, tariff_id, version_number, state, valid_from, comment, content,
         last_edited_by, submitted_by, submitted_at, approved_by, approved_at, published_at)
     select $1, v.id, v.tariff_id, 1, 'published', $4::date, 'Erste Fassung', tariff_content($1, v.tariff_id), $5, $5,
         $7::timestamptz, $6, $8::timestamptz, $9::timestamptz
       from unnest($2::uuid[], $3::uuid[]) as v (id, tariff_id)`,
    [
      tenant.id,
      versions.map(({ id }) => id),
      versions.map(({ tariffId }) => tariffId),
      validFrom,
      editor,
      approver,
      `${submitted}T10:00:00Z`,
      `${submitted}T15:00:00Z`,
      `${validFrom}T00:00:00Z`,
    ],
  );
}
