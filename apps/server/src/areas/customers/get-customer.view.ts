import type { customerDetail } from '@depotwerk/api/customers/customers';
import { wasNeverValued } from '@depotwerk/domain/contracts/never-valued';
import type * as z from 'zod/mini';
import { hasOwnAccess } from '../../platform/customers/own-access.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { assessmentStatus, isHeldBy, visibilityConditions } from '../contracts/public.ts';
import {
  customerFieldSelection,
  customerJoins,
  customerSelection,
  type FieldsRow,
  seesContracts,
  shownFields,
  shownTags,
  toCustomer,
} from './customer-item.ts';
import { customerVisibility } from './customer-visibility.view.ts';
import { erasureWaits } from './erasure-waits.ts';

interface DetailRow extends FieldsRow {
  blocked_reason: string | null;
  is_erasure_waiting: boolean;
  has_access: boolean;
  row_version: number;
}

interface ContractRow {
  risk_class_count: number | null;
  id: string;
  external_key: string;
  tariff_name: string;
  insurer_name: string | null;
  /** Null = never valued. */
  valuation_date: string | null;
  total_value: number;
  contract_score: number | null;
  last_check: string | null;
}

interface AssessmentRow {
  id: string;
  contract_id: string;
  external_key: string;
  assessment_date: string;
  valid_until: string;
  risk_class_id: number;
  risk_class_count: number | null;
  status: string;
}

/** A customer with what belongs to him, in one round trip; contracts only as far as the caller sees them. */
export async function readCustomer(
  services: ReadServices,
  scope: Scope,
  customerId: string,
  today: string,
): Promise<z.output<typeof customerDetail>> {
  const own = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), own);
  const [customers, contracts, assessments, further] = await services.database.readMany<
    [DetailRow, ContractRow, AssessmentRow, AssessmentRow]
  >(scope, [
    {
      sql: `select ${customerSelection}, ${customerFieldSelection}, u.blocked_reason, u.row_version,
          ${erasureWaits('u.id')} as is_erasure_waiting, ${hasOwnAccess('u.tenant_id', 'u.id')} as has_access
        from customers u ${customerJoins} where ${conditions.join(' and ')} and u.id = ${own.add(customerId)}`,
      parameters: own.values,
    },
    ofCustomer(scope, (parameters) => {
      const held = isHeldBy(parameters.add(customerId));
      return {
        select: `select c.id, c.external_key, t.name as tariff_name, i.insurer_name, c.valuation_date, c.total_value, c.contract_score,
              t.risk_class_count, c.last_check
         from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
         left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id`,
        tail: `and ${held} order by c.total_value desc, c.id`,
      };
    }),
    ofCustomer(scope, (parameters) => ({
      select: `select a.id, a.contract_id, c.external_key, a.assessment_date, a.valid_until,
              coalesce(a.risk_class_id, a.suggested_risk_class_id) as risk_class_id,
              t.risk_class_count, a.status
         from contracts c join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id
         join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id`,
      tail: `and c.customer_id = ${parameters.add(customerId)} and a.status <> 'rejected'${scope.ownCustomerId === null ? '' : ` and a.status <> 'suggested'`}
         and coalesce(a.risk_class_id, a.suggested_risk_class_id) is not null
       order by a.assessment_date desc, a.status = 'valid' desc, a.decided_at desc nulls last, a.id limit 500`,
    })),
    // Of contracts held beside somebody else, her own.
    ofCustomer(scope, (parameters) => ({
      select: `select h.id, h.contract_id, c.external_key, h.assessment_date, h.valid_until, h.risk_class_id,
              t.risk_class_count, 'valid' as status
         from contracts c join contract_holders h on h.tenant_id = c.tenant_id and h.contract_id = c.id
         join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id`,
      tail: `and h.customer_id = ${parameters.add(customerId)} and h.risk_class_id is not null
       and h.assessment_date is not null and h.valid_until is not null
       order by h.assessment_date desc, h.id`,
    })),
  ]);
  const row = customers[0];
  if (!row) throw notFound();
  // Sums follow what is listed, so that nobody reads a hidden contract out of them.
  const isOpen = seesContracts(scope, row);
  const shown = isOpen ? contracts : [];
  return {
    ...shownFields(row),
    ...toCustomer(row),
    tags: shownTags(row, scope),
    isBlocked: row.is_blocked,
    blockedReason: row.blocked_reason,
    isErasureWaiting: row.is_erasure_waiting,
    mayEdit:
      scope.permissions.has('customers.edit') && hasGroupRight(scope, 'groupCustomers.edit', row.group_id),
    hasAccess: row.has_access,
    isOwn: scope.ownCustomerId !== null,
    contractCount: isOpen ? row.contract_count : 0,
    unvaluedCount: isOpen ? row.unvalued_count : 0,
    totalValue: isOpen ? row.total_value : 0,
    profileValidUntil: row.profile_valid_until,
    rowVersion: row.row_version,
    contracts: shown.map((contract) => ({
      id: contract.id,
      externalKey: contract.external_key,
      tariffName: contract.tariff_name,
      insurerName: contract.insurer_name,
      isValueUnknown: wasNeverValued(contract.valuation_date, contract.total_value),
      totalValue: contract.total_value,
      contractScore: contract.contract_score,
      riskClassCount: contract.risk_class_count,
      lastCheck: contract.last_check,
    })),
    riskAssessments: (isOpen ? newestFirst([...assessments, ...further]) : []).map((assessment) => ({
      id: assessment.id,
      contractId: assessment.contract_id,
      externalKey: assessment.external_key,
      assessmentDate: assessment.assessment_date,
      validUntil: assessment.valid_until,
      riskClassId: assessment.risk_class_id,
      riskClassCount: assessment.risk_class_count,
      status: assessmentStatus(assessment.status, assessment.valid_until, today),
    })),
  };
}

/** Profiles of all contracts by their day, of one day what holds first; else as each list came. Days of one form compare as texts. */
const newestFirst = (assessments: readonly AssessmentRow[]): AssessmentRow[] =>
  assessments.toSorted((one, other) =>
    one.assessment_date === other.assessment_date
      ? Number(other.status === 'valid') - Number(one.status === 'valid')
      : one.assessment_date < other.assessment_date
        ? 1
        : -1,
  );

/** Contracts `c` the caller sees, and what stands at them. */
function ofCustomer(scope: Scope, build: (parameters: Parameters) => { select: string; tail: string }) {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const { select, tail } = build(parameters);
  return { sql: `${select} where ${conditions.join(' and ')} ${tail}`, parameters: parameters.values };
}
