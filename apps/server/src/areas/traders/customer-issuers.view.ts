import type { Reader } from '../../platform/database/database.ts';

/** An institution whose bank can be asked, by its own customers too where it lets them. */
export interface CustomerIssuer {
  readonly issuerId: number;
  readonly bankId: string;
  readonly bankName: string;
}

/** The institutions a house works with over its banks' interface, by name; those set inactive are left out. */
export function listCustomerIssuers(reader: Reader, tenantId: string): Promise<CustomerIssuer[]> {
  return reader.read<CustomerIssuer>(
    { tenantId, userId: null },
    {
      sql: `select i.id as "issuerId", i.bank_id as "bankId", coalesce(i.bank_name, i.issuer_name) as "bankName"
          from issuers i where i.trader_kind = 'api' and not i.is_inactive and i.bank_id is not null
         order by 3, 1`,
      parameters: [],
    },
  );
}
