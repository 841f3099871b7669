import type { customerDetail } from '@depotwerk/api/customers';
import type * as z from 'zod/mini';
import { Parameters } from '../../platform/database/parameters.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { assessmentStatus, visibilityConditions } from '../contracts/public.ts';
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

interface DetailRow extends FieldsRow {
  blocked_reason: string | null;
  row_version: number;
}

interface ContractRow {
  risk_class_count: number | null;
  id: string;
  external_key: string;
  tariff_name: string;
  insurer_name: string | null;
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
  const [customers, contracts, assessments] = await services.database.readMany<
    [DetailRow, ContractRow, AssessmentRow]
  >(scope, [
    {
      sql: `select ${customerSelection}, ${customerFieldSelection}, u.blocked_reason, u.row_version
        from customers u ${customerJoins} where ${conditions.join(' and ')} and u.id = ${own.add(customerId)}`,
      parameters: own.values,
    },
    ofCustomer(
      scope,
      customerId,
      `select c.id, c.external_key, t.name as tariff_name, i.insurer_name, c.total_value, c.contract_score,
              t.risk_class_count, c.last_check
         from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
         left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id`,
      'order by c.total_value desc, c.id',
    ),
    ofCustomer(
      scope,
      customerId,
      `select a.id, a.contract_id, c.external_key, a.assessment_date, a.valid_until,
              coalesce(a.risk_class_id, a.suggested_risk_class_id) as risk_class_id,
              t.risk_class_count, a.status
         from contracts c join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id
         join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id`,
      `and a.status <> 'rejected'${scope.ownCustomerId === null ? '' : ` and a.status <> 'suggested'`} and coalesce(a.risk_class_id, a.suggested_risk_class_id) is not null
       order by a.assessment_date desc, a.id limit 500`,
    ),
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
    mayEdit:
      scope.permissions.has('customers.edit') && hasGroupRight(scope, 'groupCustomers.edit', row.group_id),
    isOwn: scope.ownCustomerId !== null,
    contractCount: isOpen ? row.contract_count : 0,
    totalValue: isOpen ? row.total_value : 0,
    rowVersion: row.row_version,
    contracts: shown.map((contract) => ({
      id: contract.id,
      externalKey: contract.external_key,
      tariffName: contract.tariff_name,
      insurerName: contract.insurer_name,
      totalValue: contract.total_value,
      contractScore: contract.contract_score,
      riskClassCount: contract.risk_class_count,
      lastCheck: contract.last_check,
    })),
    riskAssessments: (isOpen ? assessments : []).map((assessment) => ({
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

function ofCustomer(scope: Scope, customerId: string, select: string, tail: string) {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const sql = `${select} where ${conditions.join(' and ')} and c.customer_id = ${parameters.add(customerId)} ${tail}`;
  return { sql, parameters: parameters.values };
}
