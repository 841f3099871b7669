/** The tables of master data. */
export type MasterDataTable =
  | 'insurers'
  | 'issuers'
  | 'cost_models'
  | 'fund_categories'
  | 'peergroups'
  | 'funds'
  | 'tags';
