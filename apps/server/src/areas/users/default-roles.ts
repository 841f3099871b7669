import { type PermissionCode, permissionCodes } from '@depotwerk/domain/permissions';

export interface DefaultRole {
  readonly key: string;
  readonly name: string;
  /** Users of this role see their own customer only. */
  readonly isClientRole: boolean;
  readonly permissions: readonly PermissionCode[];
}

const except = (...excluded: readonly PermissionCode[]): PermissionCode[] =>
  permissionCodes.filter((code) => !excluded.includes(code));

/** Every right to read, without any right to change. */
const reading: readonly PermissionCode[] = [
  'customers.view',
  'contracts.view',
  'optimization.view',
  'riskProfile.view',
  'consultations.view',
  'documents.view',
  'traderDepots.view',
  'funds.view',
  'insurers.view',
  'costModels.view',
  'dashboard.view',
];

const advising: readonly PermissionCode[] = [
  ...reading,
  'customers.create',
  'customers.edit',
  'customers.export',
  'contracts.create',
  'contracts.edit',
  'contracts.check',
  'contracts.refresh',
  'contracts.processPendingChanges',
  'contracts.export',
  'optimization.plan',
  'optimization.dismissHint',
  'riskProfile.edit',
  'riskProfile.accept',
  'consultations.create',
  'consultations.complete',
  'documents.upload',
  'documents.release',
  'reports.create',
  'reports.createLegal',
  'traderDepots.link',
  'workbench.view',
];

/** The roles a new tenant starts with. Their sets can be changed afterwards. */
export const defaultRoles = [
  { key: 'administrator', name: 'Administrator', isClientRole: false, permissions: permissionCodes },
  {
    key: 'tenantAdministrator',
    name: 'Mandantenadministrator',
    isClientRole: false,
    permissions: except('jobs.retry', 'optimization.executeBulk', 'tariffs.approve', 'userManagement.viewAs'),
  },
  {
    key: 'tariffManager',
    name: 'Tarifmanager',
    isClientRole: false,
    permissions: [
      'funds.view',
      'funds.edit',
      'funds.import',
      'peergroups.edit',
      'insurers.view',
      'insurers.edit',
      'costModels.view',
      'costModels.edit',
      'tariffs.view',
      'tariffs.edit',
      'tariffs.submit',
      'tariffs.report',
      'tariffComponents.view',
      'tariffComponents.edit',
      'dashboard.view',
      'jobs.view',
      'admin.access',
      // Tasks tell her of funds nobody can buy any more and of failed jobs.
      'workbench.view',
    ],
  },
  {
    key: 'tariffApproval',
    name: 'Tariffreigabe',
    isClientRole: false,
    permissions: [
      'funds.view',
      'insurers.view',
      'costModels.view',
      'tariffs.view',
      'tariffs.approve',
      'tariffs.publish',
      'tariffs.report',
      'tariffComponents.view',
      'dashboard.view',
      'admin.access',
    ],
  },
  {
    key: 'adviser',
    name: 'Berater',
    isClientRole: false,
    permissions: [
      ...advising,
      'contracts.delete',
      'contracts.bulk',
      'optimization.execute',
      'traderDepots.create',
      'traderDepots.delete',
      'traderCredentials.use',
    ],
  },
  { key: 'assistant', name: 'Assistenz', isClientRole: false, permissions: advising },
  {
    key: 'compliance',
    name: 'Compliance/Revision',
    isClientRole: false,
    permissions: [
      ...reading,
      'customers.viewWithoutGroup',
      'tariffs.view',
      'tariffComponents.view',
      'userManagement.view',
      'audit.view',
      'audit.export',
      'jobs.view',
    ],
  },
  {
    key: 'client',
    name: 'Kunde',
    isClientRole: true,
    permissions: ['customers.view', 'contracts.view', 'riskProfile.view', 'documents.view', 'funds.view'],
  },
  {
    key: 'technicalUser',
    name: 'Technischer Nutzer',
    isClientRole: false,
    permissions: [
      'customers.view',
      'contracts.view',
      'contracts.refresh',
      'funds.view',
      'funds.import',
      'tariffs.view',
    ],
  },
] as const satisfies readonly DefaultRole[];

export type DefaultRoleKey = (typeof defaultRoles)[number]['key'];
