import { applicableTariff } from '@depotwerk/domain/tariff/check-product-type';
import { checkTariff } from '@depotwerk/domain/tariff/check-tariff';
import type { RuleIssue, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { Reader, ReadQuery } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';

interface Reference {
  path: string;
  isKnown: boolean;
  isInactive: boolean;
}

interface WantedReference {
  readonly path: string;
  readonly kind:
    | 'issuer'
    | 'insurer'
    | 'guaranteeFund'
    | 'fund'
    | 'risk'
    | 'selection'
    | 'allocation'
    | 'universe';
  readonly id: string;
}

/** What a tariff names by id. */
function referencesOf(tariff: TariffDraft): WantedReference[] {
  const one = (path: string, kind: WantedReference['kind'], id: number | string | null) =>
    id === null ? [] : [{ path, kind, id: String(id) }];
  return [
    ...one('issuerId', 'issuer', tariff.issuerId),
    ...one('insurerId', 'insurer', tariff.insurerId),
    ...one('guaranteeSecurityId', 'guaranteeFund', tariff.guaranteeSecurityId),
    ...one('componentRiskId', 'risk', tariff.componentRiskId),
    ...one('componentSelectionId', 'selection', tariff.componentSelectionId),
    ...one('componentAllocationId', 'allocation', tariff.componentAllocationId),
    ...one('componentUniverseId', 'universe', tariff.componentUniverseId),
    ...(tariff.fundMatrix?.securityIds ?? []).flatMap((id) =>
      one(`fundMatrix.securityIds.${id}`, 'fund', id),
    ),
  ];
}

const referenceQuery = (wanted: readonly WantedReference[]): ReadQuery<Reference> => ({
  sql: `select w.path, x.known is not null as "isKnown", coalesce(x.is_inactive, false) as "isInactive"
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as w (path, kind, id, place)
     left join lateral (
       select 1 as known, is_inactive from issuers where w.kind = 'issuer' and id = w.id::int
       union all select 1, is_inactive from insurers where w.kind = 'insurer' and id = w.id::int
       union all select 1, is_inactive from funds where w.kind = 'guaranteeFund' and id = w.id::int and is_guarantee_fund
       union all select 1, is_inactive from funds where w.kind = 'fund' and id = w.id::int
       union all select 1, is_inactive from components
         where w.kind in ('risk', 'selection', 'allocation', 'universe') and kind = w.kind and id = w.id::uuid
     ) x on true
    order by w.place`,
  parameters: [wanted.map(({ path }) => path), wanted.map(({ kind }) => kind), wanted.map(({ id }) => id)],
});

/**
 * Findings on a tariff that is to be saved or submitted: every rule of its pages, and that what it names exists.
 * Inactive issuers, insurers, funds and components are refused unless `before` has chosen them already.
 */
export async function tariffIssues(
  reader: Reader,
  scope: Scope,
  tariff: TariffDraft,
  before: TariffDraft | null,
): Promise<RuleIssue[]> {
  const wanted = referencesOf(tariff);
  const kept = new Set(before ? referencesOf(before).map(({ path, id }) => `${path} ${id}`) : []);
  const found = wanted.length === 0 ? [] : await reader.read(scope, referenceQuery(wanted));
  const unknown = found.flatMap(({ path, isKnown, isInactive }, index): RuleIssue[] =>
    isKnown && (!isInactive || kept.has(`${path} ${wanted[index]?.id ?? ''}`))
      ? []
      : [{ path, code: 'unknownValue' }],
  );
  const issues = checkTariff(tariff).map(({ path, code, params }) =>
    params ? { path, code, params } : { path, code },
  );
  return [...issues, ...unknown];
}

/**
 * The tariff without what belongs to other tariff types, once it is complete and true.
 * @throws 400 with every finding; their codes and figures are those of the rules
 */
export async function requireValidTariff(
  reader: Reader,
  scope: Scope,
  given: TariffDraft,
  before: TariffDraft | null,
): Promise<TariffDraft> {
  const tariff = applicableTariff(given);
  const issues = await tariffIssues(reader, scope, tariff, before);
  if (issues.length > 0) throw new AppError('common.validationFailed', { validation: issues });
  return tariff;
}
