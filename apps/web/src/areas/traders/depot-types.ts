import type { CallAnswer } from '@depotwerk/api/call';
import type { listDepotContracts, listNewDepots, NewDepot } from '@depotwerk/api/traders/trader-depots';

export type { NewDepot };
export type NewDepotList = CallAnswer<typeof listNewDepots>;
export type DepotContract = CallAnswer<typeof listDepotContracts>[number];
