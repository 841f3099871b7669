import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/tariffs/tariff-lookups';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/app-error.ts';

type TariffTypes = CallAnswer<typeof calls.listTariffTypes>;
type Choices = CallAnswer<typeof calls.listTariffComponentChoices>;

const read = <Row>(reader: Reader, context: DbContext, sql: string, parameters: readonly unknown[] = []) =>
  reader.read<Row>(context, { sql, parameters: [...parameters] });

/** Issuers by name, inactive ones included: who has one chosen still sees it. */
export const readIssuers = (reader: Reader, context: DbContext) =>
  read<CallAnswer<typeof calls.listTariffIssuers>[number]>(
    reader,
    context,
    `select id, issuer_name as "issuerName", is_inactive as "isInactive" from issuers
      order by fold_text(issuer_name), id`,
  );

const tariffTypes = `select id, tariff_type_name as name, is_hybrid_tariff_type as "isHybridTariffType" from tariff_types`;

/** Tariff types. */
export const readTariffTypes = (reader: Reader, context: DbContext): Promise<TariffTypes> =>
  read<TariffTypes[number]>(reader, context, `${tariffTypes} order by id`);

/** One tariff type. @throws 404 for an id nobody defined */
export async function readTariffType(
  reader: Reader,
  context: DbContext,
  id: number,
): Promise<TariffTypes[number]> {
  const [type] = await read<TariffTypes[number]>(reader, context, `${tariffTypes} where id = $1`, [id]);
  if (!type) throw notFound();
  return type;
}

/** Reads one of the short lists of types: a table of id and name each, named alike. */
const typesOf =
  <Row>(kind: 'guarantee' | 'universe' | 'ranking' | 'allocation' | 'risk') =>
  (reader: Reader, context: DbContext) =>
    read<Row>(
      reader,
      context,
      `select id, ${kind}_type_name as "${kind}TypeName" from ${kind}_types order by id`,
    );

/** Guarantee types. */
export const readGuaranteeTypes = typesOf<CallAnswer<typeof calls.listGuaranteeTypes>[number]>('guarantee');

/** Universe types. */
export const readUniverseTypes = typesOf<CallAnswer<typeof calls.listUniverseTypes>[number]>('universe');

/** Ranking types. */
export const readRankingTypes = typesOf<CallAnswer<typeof calls.listRankingTypes>[number]>('ranking');

/** Allocation types. */
export const readAllocationTypes =
  typesOf<CallAnswer<typeof calls.listAllocationTypes>[number]>('allocation');

/** Risk types. */
export const readRiskTypes = typesOf<CallAnswer<typeof calls.listRiskTypes>[number]>('risk');

/** Optimisation hints with their answers; the one about the bank's data (22) leaves a tariff nothing to answer. */
export const readOptimizationHints = (reader: Reader, context: DbContext) =>
  read<CallAnswer<typeof calls.listTariffOptimizationHints>[number]>(
    reader,
    context,
    `select h.id, h.optimization_hint_name as "optimizationHintName",
        h.optimization_hint_description as "optimizationHintDescription",
        h.optimization_hint_is_extended as "optimizationHintIsExtended",
        jsonb_agg(jsonb_build_object('id', a.id, 'optimizationHintAnswerName', a.optimization_hint_answer_name)
          order by a.id) as "optimizationHintAnswers"
      from optimization_hints h join optimization_hint_answers a on a.optimization_hint_id = h.id
     group by h.id order by h.id`,
  );

/** Components of a kind by name; inactive ones only when asked for. */
export const readComponentChoices = (
  reader: Reader,
  context: DbContext,
  { kind, includeInactive }: CallInput<typeof calls.listTariffComponentChoices>['query'],
): Promise<Choices> =>
  read<Choices[number]>(
    reader,
    context,
    `select c.id, c.name, c.key, c.is_inactive as "isInactive", c.version_number as "versionNumber",
        coalesce(a.risk_component_id, s.universe_component_id) as "dependsOnId", r.risk_type_id as "riskTypeId",
        r.risk_items_number as "riskItemsNumber", r.use_quota as "useQuota"
      from components c
      left join risk_components r on r.tenant_id = c.tenant_id and r.component_id = c.id
      left join allocation_components a on a.tenant_id = c.tenant_id and a.component_id = c.id
      left join selection_components s on s.tenant_id = c.tenant_id and s.component_id = c.id
     where c.kind = $1 and ($2 or not c.is_inactive) order by fold_text(c.name), c.id`,
    [kind, includeInactive ?? false],
  );
