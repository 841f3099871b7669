import type { PermissionCode } from '../permissions.ts';

/**
 * Kinds of changes that are told to browsers while they look: the first word of an action of the log, or of work that goes on by
 * itself. With each the permission without which nobody hears of it; null = whoever is signed in.
 */
export const liveTopics = {
  consultations: 'consultations.view',
  continuousOptimization: 'optimization.view',
  contracts: 'contracts.view',
  costModels: 'costModels.view',
  customers: 'customers.view',
  dashboard: 'dashboard.view',
  documents: 'documents.view',
  fundCategories: 'funds.view',
  funds: 'funds.view',
  groups: 'userManagement.view',
  insurers: 'insurers.view',
  issuers: 'insurers.view',
  jobs: null,
  messages: 'customers.view',
  notes: 'customers.view',
  // told to the one whose they are
  notifications: null,
  optimization: 'contracts.view',
  peergroups: 'funds.view',
  preregistrations: 'customers.view',
  questionnaires: 'tariffs.view',
  registrations: 'customers.view',
  reports: 'documents.view',
  riskProfile: 'contracts.view',
  roles: 'userManagement.view',
  savedViews: null,
  signatures: 'documents.view',
  tags: 'contracts.view',
  tariffComponents: 'tariffComponents.view',
  tariffs: 'tariffs.view',
  traderCredentials: 'contracts.view',
  traderDepots: 'contracts.view',
  traderOrders: 'contracts.view',
  users: 'userManagement.view',
  workbench: 'workbench.view',
} as const satisfies Readonly<Record<string, PermissionCode | null>>;
export type LiveTopic = keyof typeof liveTopics;

/** Whether a word is a kind of change that is told. */
export const isLiveTopic = (word: string): word is LiveTopic => Object.hasOwn(liveTopics, word);
