import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import type { AuthorisationWorld, Shot } from './authorisation-world.ts';
import { providerDraft } from './provider-draft.ts';
import { riskAnswers } from './risk-answers.ts';

/** What a call wants beyond the smallest request its schemas take, so that it changes something. */
const movement = {
  id: null,
  kind: 'purchase',
  day: '2020-02-03',
  acquiredDay: null,
  quantity: 1.5,
  factor: null,
  amount: 100,
};

export type Request = Partial<Pick<Shot, 'path' | 'body' | 'version'>>;
export type Requests = Readonly<Record<string, Request>>;
type Values = Readonly<Record<string, string | number>>;

const customer: CustomerDraft = {
  ...emptyDraft(customerFields),
  externalKey: 'K-Probe',
  firstName: 'Özlem',
  lastName: 'Groß',
  dateOfBirth: '1971-02-28',
};
const people = 'Name;E-Mail;Rolle\nNeue Person;neue.person@test.example;Berater\n';
const personFile = { fileName: 'personen.csv', contentBase64: Buffer.from(people).toString('base64') };
const book = 'Vorname;Nachname;Geburtsdatum;Policennummer;Beginn\nAnna;Müller;03.04.1964;P-1;01.02.2020\n';
/** Nothing answers there: it is not asked for anything. */
const identityProvider = providerDraft();

const mailServer = {
  host: '127.0.0.1',
  port: 9,
  security: 'none',
  userName: null,
  password: null,
  senderAddress: 'haus@firma.example',
  senderName: 'Haus',
};
const smsInterface = {
  url: 'https://sms.firma.example/sms',
  secret: 'ein gemeinsames Geheimnis, lang genug',
  sender: null,
};
const webhook = {
  webhookName: 'Probe',
  url: 'https://system.firma.example/probe',
  events: ['tariffs.reject'],
  secret: 'ein gemeinsames Geheimnis, lang genug',
  isInactive: false,
};
export const contractDraft = ({ customerId, tariffId, externalKey = 'V-Probe' }: Values) => ({
  customerId,
  tariffId,
  externalKey,
  externalConsumerKey: null,
  startDate: '2020-01-01',
  endDate: null,
  useETF: true,
  beneficiary: null,
  riskClassId: null,
  valuationDate: null,
  nonFundsValue: 0,
  holdings: [],
  planValidFrom: null,
  contribution: null,
  contributionInterval: 12,
  dynamicPercent: 0,
  planEntries: [],
});

/** By call, with objects of the demo world. */
export async function requestsOf(world: AuthorisationWorld, userId: string): Promise<Requests> {
  const one = async (sql: string, ...more: unknown[]): Promise<Values> => {
    const { rows } = await world.owner.query<Values>(sql, [world.tenantId, ...more]);
    if (!rows[0]) throw new Error(`the world lacks: ${sql}`);
    return rows[0];
  };
  const mail = await one(
    `update mail_outbox set state = 'failed', body_envelope = '{}' where id = (select max(id) from mail_outbox where tenant_id = $1)
     returning id`,
  );
  const sms = await one(
    `insert into sms_outbox (tenant_id, phone_number, message_text, state, text_envelope, expires_at)
     values ($1, '+4915121234567', '••••••', 'failed', '{}', now() + interval '1 hour') returning id`,
  );
  // New settings begin at a version nobody can know.
  await one(
    `insert into sms_settings (tenant_id, url, secret_envelope, row_version) values ($1, $2, '{}', 1) returning id`,
    smsInterface.url,
  );
  const [hook, told] = [
    await one(
      `insert into webhooks (tenant_id, webhook_name, url, events, secret_envelope)
       values ($1, 'Weg', 'https://system.firma.example', '{tariffs.reject}', '{}') returning id`,
    ),
    await one(`select max(id) as id from webhook_deliveries where tenant_id = $1`),
  ];
  const guest = await one(
    `select id from users where tenant_id = $1 and password_hash is null and not is_inactive and user_name like '%@test.example' limit 1`,
  );
  const token = await one('select id from api_tokens where tenant_id = $1 and user_id <> $2 limit 1', userId);
  const job = await one(
    `insert into jobs (tenant_id, job_type, state, created_by) values ($1, 'contractCheck', 'dead', $2) returning id`,
    userId,
  );
  const ids = await one(
    `select c.customer_id as "customerId", c.tariff_id as "tariffId", c.id from contracts c
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.published_version_number is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and u.group_id is not null
        and not exists (select from planned_optimizations o where o.tenant_id = c.tenant_id and o.contract_id = c.id)
      order by c.id desc limit 1`,
  );
  const consultation = await one(
    `select k.id from consultations k join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
      where k.tenant_id = $1 and k.state = 'draft' and k.consultation_kind = 'other' and u.deleted_at is null
      order by k.created_at desc, k.id limit 1`,
  );
  // Those of the demo: the ids of others differ from run to run.
  const role = await one(
    `select id from roles where tenant_id = $1 and role_name not in ('Eins', 'Zwei') order by id limit 1`,
  );
  const user = await one(
    `select id from users where tenant_id = $1 and user_name not like '%@test.example' and id <> $2
        and password_hash is not null and not is_inactive order by id limit 1`,
    userId,
  );
  const document = await one(
    `select d.id from documents d join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
      where d.tenant_id = $1 and d.state = 'released' and u.deleted_at is null order by d.created_at desc, d.id limit 1`,
  );
  // Of the last contracts, which no other call changes.
  const moved = await one(
    `select c.id, c.row_version as version, e.fund_id from contracts c
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked and u.deleted_at is null
      where c.tenant_id = $1 and c.deleted_at is null and u.group_id is not null order by c.id desc, e.fund_id limit 1`,
  );
  const paid = await one(
    `select c.id, c.row_version as version from contracts c
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked and u.deleted_at is null
      where c.tenant_id = $1 and c.deleted_at is null and u.group_id is not null and c.id <> $2 order by c.id desc limit 1`,
    moved.id,
  );
  return {
    putFundMovements: {
      path: `/contracts/${moved.id}/movements/${moved['fund_id']}`,
      body: { movements: [movement] },
      version: `"${moved['version']}"`,
    },
    putContractPayments: {
      path: `/contracts/${paid.id}/payments`,
      body: { payments: [{ id: null, kind: 'stated', day: '2020-02-03', amount: 100 }] },
      version: `"${paid['version']}"`,
    },
    putRole: { path: `/roles/${role.id}` },
    putRolePermissions: { path: `/roles/${role.id}/permissions` },
    deleteRole: { path: `/roles/${role.id}` },
    resetUserPassword: { path: `/users/${user.id}/reset-password` },
    resetUserSecondFactor: { path: `/users/${user.id}/reset-second-factor` },
    unlockUser: { path: `/users/${user.id}/unlock` },
    releaseDocument: { path: `/documents/${document.id}/release` },
    // Not one that making the objects above has just filed: it is not released yet.
    requestSignature: { path: `/documents/${document.id}/signature-request` },
    withdrawSignatureRequest: { path: `/documents/${document.id}/signature-request/withdraw` },
    putConsultation: { path: `/consultations/${consultation.id}` },
    completeConsultation: { path: `/consultations/${consultation.id}/complete` },
    createCustomer: { body: customer },
    createContract: { body: contractDraft(ids) },
    checkContract: { path: `/contracts/${ids.id}/check` },
    submitAnswers: { body: { contractId: ids.id, version: 1, answers: riskAnswers() } },
    planOptimization: { path: `/contracts/${ids.id}/plan-optimization` },
    revokeApiToken: { path: `/admin/api-tokens/${token.id}` },
    retryJob: { path: `/jobs/${job.id}/retry` },
    inviteUser: { path: `/users/${guest.id}/invite` },
    putIdentityProvider: { body: identityProvider, version: '"0"' },
    allowUserProviderLink: { path: `/users/${user.id}/provider-link` },
    removeUserProviderLink: { path: `/users/${user.id}/provider-link` },
    putMailSettings: { body: mailServer, version: '"0"' },
    removeMailSettings: { version: '"1"' },
    createWebhook: { body: webhook },
    putWebhook: { path: `/admin/webhooks/${hook.id}`, body: webhook, version: '"1"' },
    testWebhook: { path: `/admin/webhooks/${hook.id}/test` },
    deleteWebhook: { path: `/admin/webhooks/${hook.id}`, version: '"2"' },
    resendWebhookDelivery: { path: `/admin/webhook-deliveries/${told.id}/resend` },
    putSmsSettings: { body: smsInterface, version: '"1"' },
    testSmsSettings: { body: { phoneNumber: '+4915121234567' } },
    removeSmsSettings: { version: '"2"' },
    resendSms: { path: `/admin/sms/${sms.id}/resend` },
    resendMail: { path: `/admin/mails/${mail.id}/resend` },
    previewUserImport: { body: personFile },
    importUsers: { body: { ...personFile, isInviting: false } },
    uploadBook: {
      body: { fileName: 'bestand.csv', contentBase64: Buffer.from(book).toString('base64') },
    },
  };
}
