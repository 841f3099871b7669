import type { CallAnswer } from '@depotwerk/api/call';
import type { getTariff, Tariff } from '@depotwerk/api/tariffs/tariffs';
import { isOpenVersion } from '@depotwerk/domain/tariff/version-states';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import {
  editableStates,
  openStatesSql,
  toVersion,
  type VersionRow,
  versionSelection,
  versionTables,
} from './tariff-version.view.ts';

interface TariffRow extends VersionRow {
  rowVersion: number;
  publishedVersionNumber: number | null;
  contractCount: number;
  tariff: Tariff['tariff'];
  issuerName: string | null;
  insurerName: string | null;
  guaranteeSecurityName: string | null;
  componentNames: Record<string, string>;
}

const tariffSql = `
with shown as (
  select * from tariff_versions where tariff_id = $1
   order by state in (${openStatesSql}) desc, state = 'published' desc, version_number desc limit 1)
select ${versionSelection}, t.row_version as "rowVersion", t.published_version_number as "publishedVersionNumber",
  v.content->'tariff' as tariff,
  (select coalesce(sum(s.contract_count), 0)::int from contract_statistics s where s.tariff_id = t.id) as "contractCount",
  (select issuer_name from issuers where id = (v.content->'tariff'->>'issuerId')::int) as "issuerName",
  (select insurer_name from insurers where id = (v.content->'tariff'->>'insurerId')::int) as "insurerName",
  (select name from funds where id = (v.content->'tariff'->>'guaranteeSecurityId')::int) as "guaranteeSecurityName",
  (select coalesce(json_object_agg(c.id, c.name), '{}') from components c where c.id in (
      (v.content->'tariff'->>'componentRiskId')::uuid, (v.content->'tariff'->>'componentSelectionId')::uuid,
      (v.content->'tariff'->>'componentAllocationId')::uuid, (v.content->'tariff'->>'componentUniverseId')::uuid)
  ) as "componentNames"
from tariffs t join shown v on v.tariff_id = t.id ${versionTables}
where t.id = $1`;

/** A tariff as it is being worked on: its open version, else the published one. @throws 404 */
export async function readTariff(
  { database }: ReadServices,
  scope: Scope,
  tariffId: string,
): Promise<CallAnswer<typeof getTariff>> {
  const row = await readOne<TariffRow>(database, scope, { sql: tariffSql, parameters: [tariffId] });
  const isOpen = isOpenVersion(row);
  return {
    id: tariffId,
    version: toVersion(row, scope),
    publishedVersionNumber: row.publishedVersionNumber,
    isEditable: !isOpen || editableStates.includes(row.state),
    contractCount: row.contractCount,
    tariff: row.tariff,
    names: {
      issuer: row.issuerName,
      insurer: row.insurerName,
      guaranteeSecurity: row.guaranteeSecurityName,
      components: row.componentNames,
    },
    rowVersion: row.rowVersion,
  };
}
