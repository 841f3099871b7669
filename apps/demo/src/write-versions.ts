/** Writes versions of the demo's tariffs. */

import { addMonths } from '@depotwerk/domain/add-months';
import type pg from 'pg';
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
  await client.query(
    `update tariffs t set (risk_class_count, risk_type_id, use_quota, ranking_type_id, universe_fund_ids,
         universe_type_id, universe_maximum_risk_indicator) = (select f.* from tariff_facts(v.content) f)
       from tariff_versions v
      where t.tenant_id = $1 and v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'`,
    [tenant.id],
  );
}

interface OpenVersion {
  readonly tariffKey: string;
  readonly state: 'submitted' | 'draft';
  readonly comment: string;
  /** Fields of the tariff that differ from the published version. */
  readonly changes: Readonly<Record<string, string | number>>;
  /** Answers to hints that differ, by hint. */
  readonly answers: Readonly<Record<number, number>>;
}

/** What the tariff people of the demo are at: one version waits for approval, one is being drafted. */
const openVersions: readonly OpenVersion[] = [
  {
    tariffKey: 'IB-BAV',
    state: 'submitted',
    comment: 'Weniger und größere Positionen, Überzählige Peergroups nicht mehr melden',
    changes: { maxSecuritiesPortfolio: 12, minSecurityFractionPortfolio: 0.03 },
    answers: { 9: 1 },
  },
  {
    tariffKey: 'MF-LEBEN',
    state: 'draft',
    comment: '',
    changes: { description: 'Fondsgebundene Lebensversicherung mit engerer Führung, in Abstimmung' },
    answers: { 10: 3 },
  },
];

/** Versions beside the published ones, in the tenants that have the tariffs. */
export async function writeOpenVersions(
  client: pg.ClientBase,
  tenant: DemoTenant,
  anchor: string,
): Promise<void> {
  const { editor } = tariffPeople(tenant);
  for (const { tariffKey, state, comment, changes, answers } of openVersions) {
    const isSubmitted = state === 'submitted';
    await client.query(
      `insert into tariff_versions (tenant_id, tariff_id, version_number, state, comment, content, last_edited_by,
           submitted_by, submitted_at, created_at, updated_at)
       select t.tenant_id, t.id, 2, $3, $4, v.content || jsonb_build_object(
           'components', case when $5 then v.content->'components' else 'null'::jsonb end,
           'tariff', v.content->'tariff' || $6::jsonb || jsonb_build_object(
             'optimizationHints', (v.content->'tariff'->'optimizationHints') || $7::jsonb)),
           $8, case when $5 then $8::uuid end, case when $5 then $9::timestamptz end, $10::timestamptz, $9::timestamptz
         from tariffs t
         join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
        where t.tenant_id = $1 and t.key = $2`,
      [
        tenant.id,
        tariffKey,
        state,
        comment,
        isSubmitted,
        JSON.stringify(changes),
        JSON.stringify(answers),
        editor,
        `${anchor}T08:30:00Z`,
        `${addMonths(anchor, -1)}T09:00:00Z`,
      ],
    );
  }
}
