import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { unknownReference } from '../../platform/editing.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export interface Tariff {
  readonly id: string;
  readonly issuerId: number;
  readonly insurerId: number | null;
  readonly versionId: string | null;
  /** null = as many as there can be. */
  readonly riskClassCount: number | null;
  /** Each of its contracts chooses its guaranteed level. */
  readonly isLevelChosen: boolean;
  /** Money beside the funds is the client's own account. */
  readonly isDepot: boolean;
}

/**
 * The tariff in its published version; one that is withdrawn meanwhile stays with contracts that have it.
 * @throws 400 for one no contract can have, or a risk class it does not know
 */
export async function readTariff(
  { database }: ReadServices,
  scope: Scope,
  draft: Pick<ContractDraft, 'tariffId' | 'riskClassId'>,
  contractId: string | null,
): Promise<Tariff> {
  const [tariff] = await database.read<Tariff>(scope, {
    sql: `select t.id, t.issuer_id as "issuerId", t.insurer_id as "insurerId", v.id as "versionId",
        t.risk_class_count as "riskClassCount", t.is_guaranteed_level_customizable as "isLevelChosen",
        t.tariff_type_id = 1 as "isDepot"
      from tariffs t
      left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
     where t.tenant_id = app_tenant_id() and t.id = $1
       and ((not t.is_inactive and t.published_version_number is not null)
            or exists (select 1 from contracts c where c.tenant_id = t.tenant_id and c.id = $2
                          and c.tariff_id = t.id))`,
    parameters: [draft.tariffId, contractId],
  });
  if (!tariff) throw unknownReference('tariffId');
  if (draft.riskClassId !== null && draft.riskClassId > (tariff.riskClassCount ?? 7)) {
    throw unknownReference('riskClassId');
  }
  return tariff;
}

/**
 * The tariff in the version contracts had: also a withdrawn one stays with those that have it, the published version where theirs is gone.
 * null where the tariff itself is gone.
 */
export async function readFormerTariff(
  { database }: ReadServices,
  scope: Scope,
  {
    tariffBefore,
    versionBefore,
  }: { readonly tariffBefore: string | null; readonly versionBefore: string | null },
): Promise<Tariff | null> {
  const [tariff] = await database.read<Tariff>(scope, {
    sql: `select t.id, t.issuer_id as "issuerId", t.insurer_id as "insurerId", t.risk_class_count as "riskClassCount",
        t.is_guaranteed_level_customizable as "isLevelChosen", t.tariff_type_id = 1 as "isDepot", coalesce(v.id, p.id) as "versionId"
      from tariffs t
      left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.id = $2
      left join tariff_versions p on p.tenant_id = t.tenant_id and p.tariff_id = t.id and p.state = 'published'
     where t.tenant_id = app_tenant_id() and t.id = $1`,
    parameters: [tariffBefore, versionBefore],
  });
  return tariff ?? null;
}
