import { nameOrderOf, personNameOf } from '../../platform/customers/person-name.ts';

/** Everybody who holds contract `c`, its customer first, as `NamedHolder` of the domain; never null. */
export const namedHoldersSelection = `(select json_agg(json_build_object('customerId', u.id, 'name', ${personNameOf('u')})
        order by u.id <> c.customer_id, ${nameOrderOf('u')})
       from customers u where u.tenant_id = c.tenant_id and (u.id = c.customer_id or u.id in
        (select h.customer_id from contract_holders h where h.tenant_id = c.tenant_id and h.contract_id = c.id))) as holders`;
