/** What the log can be narrowed to: the first part of its actions, in words. */
const areas: Readonly<Record<string, string>> = {
  access: 'Zugriff',
  apiTokens: 'Zugänge für Systeme',
  audit: 'Revision',
  auth: 'Anmeldung',
  consultations: 'Beratung',
  continuousOptimization: 'Laufende Optimierung',
  contracts: 'Verträge',
  costModels: 'Kostenmodelle',
  customers: 'Kunden',
  dashboard: 'Dashboard',
  deletions: 'Gelöschtes',
  depotanalysis: 'Depotanalyse',
  documents: 'Dokumente',
  fundCategories: 'Fondskategorien',
  funds: 'Fonds',
  groups: 'Gruppen',
  insurers: 'Versicherer',
  issuers: 'Emittenten',
  jobs: 'Hintergrundarbeiten',
  mail: 'Mailversand',
  messages: 'Nachrichten',
  notes: 'Notizen',
  optimization: 'Optimierung',
  peergroups: 'Peergroups',
  preregistrations: 'Einladungen zur Depotanalyse',
  questionnaires: 'Fragebögen',
  registrations: 'Registrierungen',
  reports: 'Berichte',
  retention: 'Aufbewahrung',
  riskProfile: 'Risikoprofil',
  roles: 'Rollen',
  savedViews: 'Ansichten',
  setup: 'Einrichtung',
  signatures: 'Unterschriften',
  sms: 'SMS-Versand',
  tags: 'Schlagwörter',
  tariffComponents: 'Bausteine',
  tariffs: 'Tarife',
  traderCredentials: 'Bankzugänge',
  traderDepots: 'Bankdepots',
  traderOrders: 'Bankaufträge',
  users: 'Benutzer',
  webhooks: 'Webhooks',
  whiteLabel: 'Erscheinungsbild',
  workbench: 'Arbeitsplatz',
};

/** An area of the log with its German name. */
interface AuditArea {
  readonly area: string;
  readonly name: string;
}

/** All areas by their names. */
export const auditAreas: readonly AuditArea[] = Object.entries(areas)
  .map(([area, name]) => ({ area, name }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'de'));
