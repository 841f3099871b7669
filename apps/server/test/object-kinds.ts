export type Binding = 'customer' | 'contract' | 'user' | 'tenant';
export interface Kind {
  /** Rows that are there, as `o`, with what they are bound to: customers as `u`, contracts as `c`. */
  readonly from: string;
  readonly binding: Binding;
  /** Where a row is taken away for the place `deleted`; the others are marked. */
  readonly table?: string;
  readonly missing: string;
}

const noGuid = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';
const noNumber = '2147483647';
const ofContract = (table: string) =>
  `${table} o join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id`;
const ofCustomer = (table: string) =>
  `${table} o join customers u on u.tenant_id = o.tenant_id and u.id = o.customer_id`;
const ofTenant = (table: string, missing = noGuid): Kind => ({
  from: `${table} o`,
  binding: 'tenant',
  table,
  missing,
});
const ofUser = (table: string, column = 'o.user_id'): Kind => ({
  from: `(select o.*, ${column} as owner_id from ${table} o) o`,
  binding: 'user',
  table,
  missing: noGuid,
});

/** Every kind of object a path can name. */
export const kinds = {
  customer: {
    from: 'customers o join customers u on u.tenant_id = o.tenant_id and u.id = o.id',
    binding: 'customer',
    missing: noGuid,
  },
  contract: {
    from: `contracts o join contracts c on c.tenant_id = o.tenant_id and c.id = o.id
      join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id`,
    binding: 'contract',
    missing: noGuid,
  },
  task: { from: ofContract('workbench_tasks'), binding: 'contract', missing: noGuid },
  continuousPlan: { from: ofContract('continuous_plans'), binding: 'contract', missing: noGuid },
  hint: { from: ofContract('contract_hints'), binding: 'contract', missing: noGuid },
  note: { from: ofCustomer('notes'), binding: 'customer', missing: noGuid },
  // Depots and papers are their holder's, also when the contract is over.
  depot: { from: ofCustomer('trader_depots'), binding: 'customer', missing: noGuid },
  consultation: { from: ofCustomer('consultations'), binding: 'customer', missing: noGuid },
  document: { from: ofCustomer('documents'), binding: 'customer', missing: noGuid },
  report: { from: ofCustomer('reports'), binding: 'customer', missing: noGuid },
  session: ofUser('sessions'),
  passkey: ofUser('passkeys'),
  ownApiToken: ofUser('api_tokens'),
  apiToken: ofTenant('api_tokens'),
  savedView: ofUser('saved_views'),
  notification: ofUser('notifications'),
  webhook: ofTenant('webhooks'),
  webhookDelivery: ofTenant('webhook_deliveries', noNumber),
  challenge: ofUser('second_factor_challenges'),
  job: ofUser('jobs', 'o.created_by'),
  publicLink: ofUser('public_reports', 'o.created_by'),
  bookImport: ofTenant('book_imports'),
  user: ofTenant('users'),
  group: ofTenant('groups'),
  role: ofTenant('roles'),
  tariff: ofTenant('tariffs'),
  riskComponent: someOf('components', `kind = 'risk'`),
  universeComponent: someOf('components', `kind = 'universe'`),
  selectionComponent: someOf('components', `kind = 'selection'`),
  allocationComponent: someOf('components', `kind = 'allocation'`),
  fund: ofTenant('funds', noNumber),
  fundCategory: ofTenant('fund_categories', noNumber),
  peergroup: ofTenant('peergroups', noNumber),
  tag: ofTenant('tags', noNumber),
  insurer: ofTenant('insurers', noNumber),
  issuer: ofTenant('issuers', noNumber),
  costModel: ofTenant('cost_models', noNumber),
  mail: ofTenant('mail_outbox', noNumber),
  sms: ofTenant('sms_outbox', noNumber),
  appearance: ofTenant('white_label_configs'),
  terms: ofTenant('terms_versions'),
  questionnaireVersion: someOf('questionnaires', `state = 'draft'`),
  analysisRequest: ofTenant('depot_analyses'),
  invitation: ofUser('preregistrations', 'o.invited_by'),
  registration: ofTenant('registrations'),
} as const satisfies Record<string, Kind>;
export type ObjectKind = keyof typeof kinds;
/** Whether it depends on the person which objects of a kind are his. */
export const isOfSomebody = (kind: ObjectKind): boolean => kinds[kind].binding !== 'tenant';

function someOf(table: string, condition: string): Kind {
  return { ...ofTenant(table), from: `(select * from ${table} where ${condition}) o` };
}
