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
