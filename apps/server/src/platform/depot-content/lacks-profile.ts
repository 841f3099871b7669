import { houseDay } from './plan-days.ts';

/** SQL: nobody recorded a profile of the customer of contract `c`, or of somebody who holds it beside her; a class alone is none. */
const lacksProfile = `(not exists (select from risk_assessments a where a.tenant_id = c.tenant_id
    and a.contract_id = c.id and a.status = 'valid')
  or exists (select from contract_holders h where h.tenant_id = c.tenant_id and h.contract_id = c.id
    and h.risk_class_id is null))`;

/**
 * SQL: contract `c` runs, and nothing can be recommended for it, because a profile was never recorded or is over. Of the house's day,
 * as are the tasks that ask for it.
 */
export const needsProfile = `((c.end_date is null or c.end_date > ${houseDay}) and (${lacksProfile}
  or exists (select from risk_assessments a where a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
    and a.valid_until < ${houseDay})
  or exists (select from contract_holders h where h.tenant_id = c.tenant_id and h.contract_id = c.id and h.valid_until < ${houseDay})))`;
