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
 * What keeps two who became one from being taken apart again when it came since: table, and the column that says when. A test
 * compares the tables with those above. Tasks come by themselves.
 */
export const comesSince = [
  ['contracts', 'created_at'],
  ['contract_holders', 'created_at'],
  ['key_information_handovers', 'recorded_at'],
  ['consultations', 'created_at'],
  ['documents', 'created_at'],
  ['document_signers', 'asked_at'],
  ['reports', 'created_at'],
  ['trader_depots', 'created_at'],
  ['depot_openings', 'created_at'],
  ['questionnaire_answers', 'created_at'],
  ['preregistrations', 'created_at'],
  ['users', 'created_at'],
  ['messages', 'sent_at'],
  ['notes', 'created_at'],
  ['own_answers', 'submitted_at'],
  ['customer_consents', 'recorded_at'],
  ['customer_legal_holds', 'set_at'],
  ['customer_legal_holds', 'lifted_at'],
] as const satisfies readonly (readonly [(typeof ownedTables)[number], string])[];
