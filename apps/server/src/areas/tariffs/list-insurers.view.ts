import type { CallAnswer } from '@depotwerk/api/call';
import type { listInsurers } from '@depotwerk/api/customers/customers';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

interface InsurerRow {
  id: number;
  insurer_name: string;
  short_name: string;
  is_inactive: boolean;
}

/** All insurers of the tenant by name, inactive ones included: lists still name them. */
export async function readInsurers(
  services: Services,
  scope: Scope,
): Promise<CallAnswer<typeof listInsurers>> {
  const rows = await services.database.read<InsurerRow>(scope, {
    sql: 'select id, insurer_name, short_name, is_inactive from insurers order by fold_text(insurer_name), id',
    parameters: [],
  });
  return rows.map((row) => ({
    id: row.id,
    insurerName: row.insurer_name,
    shortName: row.short_name === '' ? null : row.short_name,
    isInactive: row.is_inactive,
  }));
}
