import type { CallAnswer } from '@depotwerk/api/call';
import type { listDepotTariffs } from '@depotwerk/api/traders/trader-depots';
import type { Reader } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';

/** Tariffs a new contract of the institution may have, the very ones `readTariffForDepot` takes; by name. */
export const readDepotTariffs = (
  reader: Reader,
  scope: Scope,
  issuerId: number,
): Promise<CallAnswer<typeof listDepotTariffs>> =>
  reader.read(scope, {
    sql: `select id, name from tariffs
           where issuer_id = $1 and not is_inactive and published_version_number is not null
           order by fold_text(name), id`,
    parameters: [issuerId],
  });
