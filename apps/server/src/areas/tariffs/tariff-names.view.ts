import type { ComparisonNames, NamedKind } from '@depotwerk/domain/tariff/comparison-fields';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';

interface NameRow {
  kind: NamedKind;
  id: string;
  name: string;
}

/** Names of everything the contents mention; an id nobody knows any more stands for itself. */
export async function readNamesOf(
  reader: Reader,
  context: DbContext,
  contents: readonly TariffContent[],
): Promise<ComparisonNames> {
  const funds = contents.flatMap(({ tariff, components }) => [
    ...(tariff.guaranteeSecurityId === null ? [] : [tariff.guaranteeSecurityId]),
    ...(tariff.fundMatrix?.securityIds ?? []),
    ...(components?.selection.tariffSelectedFunds ?? []),
    ...(components?.universe.tariffUniverseItems ?? []),
  ]);
  const components = contents.flatMap(({ tariff }) =>
    [
      tariff.componentRiskId,
      tariff.componentSelectionId,
      tariff.componentAllocationId,
      tariff.componentUniverseId,
    ].filter((id) => id !== null),
  );
  const rows = await reader.read<NameRow>(context, {
    sql: `select 'issuer' as kind, id::text as id, issuer_name as name from issuers
      union all select 'insurer', id::text, insurer_name from insurers
      union all select 'tariffType', id::text, tariff_type_name from tariff_types
      union all select 'guaranteeType', id::text, guarantee_type_name from guarantee_types
      union all select 'universeType', id::text, universe_type_name from universe_types
      union all select 'rankingType', id::text, ranking_type_name from ranking_types
      union all select 'allocationType', id::text, allocation_type_name from allocation_types
      union all select 'riskType', id::text, risk_type_name from risk_types
      union all select 'hint', id::text, optimization_hint_name from optimization_hints
      union all select 'peergroup', id::text, peergroup_name from peergroups
      union all select 'component', id::text, name from components where id = any ($1::uuid[])
      union all select 'fund', id::text, name from funds where id = any ($2::int[])`,
    parameters: [components, [...new Set(funds)]],
  });
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => names.get(`${kind} ${id}`) ?? String(id);
}
