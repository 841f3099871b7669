/**
 * Tables whose rows belong to a customer and move when two become one; a test compares them with all foreign keys to
 * `customers`. Copies in contracts follow by their triggers.
 */
export const ownedTables = [
  'contracts',
  'contract_holders',
  'key_information_handovers',
  'consultations',
  'documents',
  'document_signers',
  'reports',
  'trader_depots',
  'depot_openings',
  'questionnaire_answers',
  'preregistrations',
  'workbench_tasks',
  'users',
  'messages',
  'notes',
  'own_answers',
  'customer_consents',
  'customer_legal_holds',
] as const;

/**
 * What keeps two who became one from being taken apart again when it came since: table, the column that says when, and
 * what it is called. A test
 * compares the tables with those above. Tasks come by themselves.
 */
export const comesSince = [
  ['contracts', 'created_at', 'Vertrag'],
  ['contract_holders', 'created_at', 'weiterer Vertragsinhaber'],
  ['key_information_handovers', 'recorded_at', 'Aushändigung von Basisinformationen'],
  ['consultations', 'created_at', 'Beratung'],
  ['documents', 'created_at', 'Dokument'],
  ['document_signers', 'asked_at', 'Bitte um eine Unterschrift'],
  ['reports', 'created_at', 'Bericht'],
  ['trader_depots', 'created_at', 'Bankdepot'],
  ['depot_openings', 'created_at', 'Depoteröffnung'],
  ['questionnaire_answers', 'created_at', 'Fragebogen'],
  ['preregistrations', 'created_at', 'Einladung'],
  ['users', 'created_at', 'eigener Zugang'],
  ['messages', 'sent_at', 'Nachricht'],
  ['notes', 'created_at', 'Notiz'],
  ['own_answers', 'submitted_at', 'eigene Angaben'],
  ['customer_consents', 'recorded_at', 'Einwilligung'],
  ['customer_legal_holds', 'set_at', 'Löschsperre'],
  ['customer_legal_holds', 'lifted_at', 'Aufhebung einer Löschsperre'],
] as const satisfies readonly (readonly [(typeof ownedTables)[number], string, string])[];
