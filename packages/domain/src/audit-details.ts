import { loggedContractFields } from './contracts/contract-fields.ts';
import { customerFields } from './customers/customer-fields.ts';
import { costModelFields } from './master-data/cost-model-fields.ts';
import { fundCategoryFields } from './master-data/fund-category-fields.ts';
import { fundFields } from './master-data/fund-fields.ts';
import { insurerFields } from './master-data/insurer-fields.ts';
import { issuerFields } from './master-data/issuer-fields.ts';
import { peergroupFields } from './master-data/peergroup-fields.ts';
import { tagFields } from './tags/tag-fields.ts';
import { loggedGroupFields } from './users/check-group.ts';
import { loggedRoleFields } from './users/check-role.ts';
import { userFields } from './users/user-fields.ts';

/** What an entry of the log says beside its action; facts of one kind each. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

const objects: Readonly<Record<string, string>> = {
  apiToken: 'Zugang für ein System',
  auditLog: 'Protokoll',
  componentList: 'Bausteine',
  consultation: 'Beratung',
  consultationStatistics: 'Beratungsstatistik',
  contract: 'Vertrag',
  contractList: 'Vertragsliste',
  costModel: 'Kostenmodell',
  customer: 'Kunde',
  customerList: 'Kundenliste',
  dashboard: 'Dashboard',
  depotAnalysis: 'Depotanalyse',
  document: 'Dokument',
  fund: 'Fonds',
  fundCategory: 'Fondskategorie',
  fundList: 'Fondsliste',
  group: 'Gruppe',
  house: 'Haus',
  identityProvider: 'Anmeldedienst',
  import: 'Import',
  insurer: 'Versicherer',
  issuer: 'Emittent',
  job: 'Hintergrundarbeit',
  list: 'Liste',
  mail: 'Nachricht',
  mailSettings: 'Mailversand',
  note: 'Notiz',
  peergroup: 'Peergroup',
  plannedOptimization: 'Vorschlag',
  preregistration: 'Einladung zur Depotanalyse',
  publicReport: 'Öffentlicher Bericht',
  questionnaire: 'Fragebogen',
  registration: 'Registrierung',
  report: 'Bericht',
  role: 'Rolle',
  route: 'Aufruf',
  savedView: 'Ansicht',
  session: 'Sitzung',
  setup: 'Einrichtung',
  sms: 'SMS',
  smsSettings: 'SMS-Versand',
  tag: 'Schlagwort',
  tariff: 'Tarif',
  tariffComponent: 'Baustein',
  tariffKey: 'Schlüssel eines anderen Hauses',
  tariffList: 'Tarifliste',
  task: 'Aufgabe',
  tenant: 'Mandant',
  traderCredentials: 'Bankzugang',
  traderDepot: 'Bankdepot',
  traderOrder: 'Auftrag',
  user: 'Benutzerkonto',
  webhook: 'Webhook',
  webhookDelivery: 'Meldung an ein System',
  whiteLabel: 'Erscheinungsbild',
};

/** German word for what an entry of the log speaks of; one without a word of its own shows its code. */
export const auditObjectText = (objectType: string): string =>
  Object.hasOwn(objects, objectType) ? (objects[objectType] ?? objectType) : objectType;

type Labelled = { readonly key: string; readonly label: string };

/** Fields of what people edit, as their forms call them. */
const fieldsOf: Readonly<Record<string, readonly Labelled[]>> = {
  contract: [
    ...loggedContractFields,
    { key: 'holdings', label: 'Bestand' },
    { key: 'planEntries', label: 'Sparplan' },
    { key: 'movements', label: 'Umsätze' },
    { key: 'payments', label: 'Ein- und Auszahlungen' },
  ],
  costModel: costModelFields,
  customer: customerFields,
  fund: fundFields,
  fundCategory: fundCategoryFields,
  group: loggedGroupFields,
  insurer: insurerFields,
  issuer: issuerFields,
  peergroup: peergroupFields,
  role: loggedRoleFields,
  tag: tagFields,
  user: userFields,
};

/** The changed fields an entry names, in the words of their form: "Vorname, E-Mail-Adresse"; null = it names none. */
export function changedFieldsText(objectType: string | null, fields: unknown): string | null {
  if (typeof fields !== 'string' || fields === '') return null;
  const labels = objectType === null ? [] : (fieldsOf[objectType] ?? []);
  return fields
    .split(',')
    .map((key) => labels.find((field) => field.key === key)?.label ?? key)
    .join(', ');
}
