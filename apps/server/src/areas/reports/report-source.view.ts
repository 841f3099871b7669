import { type DatedPlan, savingsAhead } from '@depotwerk/domain/contracts/savings-ahead';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { ofContract, plansAheadJson, readContract, readContractInfo } from '../contracts/public.ts';
import type { CheckedNow } from '../optimization/public.ts';
import type { Addressee, ContractSource, CostModel } from './report/report-source.ts';
import type { ReportServices } from './report-services.ts';

interface LetterRow {
  groupId: string | null;
  customerId: string;
  addressee: Omit<Addressee, 'isUnderage'>;
  bornOn: string | null;
  costModel: CostModel | null;
  plans: readonly DatedPlan[];
  fees: { fundId: number; ongoingFee: number | null; distributionFee: number | null }[];
}

export interface ReportSubject {
  readonly source: ContractSource;
  readonly groupId: string | null;
  readonly customerId: string;
}

/**
 * Everything reports of one contract are built from: the screens' own views and what only letters need. What is recommended is
 * computed when a paper is made, so score and risk beside it are those of a check of this moment and not of one that knew other
 * fund data. 404 unseen.
 */
export async function readReportSubject(
  services: Pick<ReportServices, 'database' | 'checkedNow'>,
  scope: Scope,
  contractId: string,
  adviserName: string,
  today: string,
): Promise<ReportSubject> {
  const [detail, info, letters, checked] = await Promise.all([
    readContract(services, scope, contractId, today),
    readContractInfo(services, scope, contractId, today),
    services.database.read<LetterRow>(scope, letterQuery(scope, contractId, today)),
    services.checkedNow(scope, contractId, today),
  ]);
  const letter = letters[0];
  if (!letter) throw notFound();
  return {
    source: {
      detail: checked ? withCheck(detail, checked) : detail,
      info,
      addressee: { ...letter.addressee, isUnderage: underageUntil(letter.bornOn, today) !== null },
      costModel: letter.costModel,
      savingsAhead: savingsAhead(letter.plans, today),
      ongoingFees: new Map(letter.fees.map((fee) => [fee.fundId, fee.ongoingFee])),
      distributionFees: new Map(letter.fees.map((fee) => [fee.fundId, fee.distributionFee])),
      adviserName,
      today,
    },
    groupId: letter.groupId,
    customerId: letter.customerId,
  };
}

const withCheck = (
  detail: ContractSource['detail'],
  { contractScore, risk, shareQuota }: CheckedNow,
): ContractSource['detail'] => ({
  ...detail,
  contractScore,
  contract: { ...detail.contract, contractScore, risk: { ...detail.contract.risk, ...risk } },
  currentPortfolio: detail.currentPortfolio && {
    ...detail.currentPortfolio,
    riskValue: risk.riskValue,
    shareQuota,
  },
});

export const costModelJson = (alias: string) => `json_build_object('costModelName', ${alias}.cost_model_name,
  'entryFee', ${alias}.entry_fee, 'contractFeeMonthly', ${alias}.contract_fee_monthly,
  'contractFeePercent', ${alias}.contract_fee_percent, 'fundSwitchFee', ${alias}.fund_switch_fee,
  'freeSwitchesPerYear', ${alias}.free_switches_per_year, 'rebate', ${alias}.rebate)`;

const letterQuery = (scope: Scope, contractId: string, today: string) =>
  ofContract<LetterRow>(scope, contractId, (parameters) => ({
    selection: `c.group_id as "groupId", c.customer_id as "customerId",
      json_build_object('salutation', u.salutation, 'title', u.title, 'firstName', u.first_name, 'lastName', u.last_name,
        'companyName', u.company_name, 'street', u.street, 'postalCode', u.postal_code, 'city', u.city,
        'country', u.country, 'externalKey', u.external_key) as addressee,
      case when u.company_name = '' then u.date_of_birth end as "bornOn",
      case when m.id is not null then ${costModelJson('m')} end as "costModel",
      ${plansAheadJson('c', parameters.add(today))} as plans,
      coalesce((select json_agg(json_build_object('fundId', f.id, 'ongoingFee', f.ongoing_fee,
          'distributionFee', f.distribution_fee)) from funds f
         where f.tenant_id = c.tenant_id and f.id in (
           select e.fund_id from portfolios p join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
            where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
           union all
           select e.fund_id from savings_plans s join savings_plan_entries e on e.tenant_id = s.tenant_id and e.savings_plan_id = s.id
            where s.tenant_id = c.tenant_id and s.contract_id = c.id
              and (s.valid_to is null or s.valid_to >= ${parameters.add(today)}::date))), '[]') as fees`,
    tables: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
      left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id`,
    tail: '',
  }));
