/** Permission codes: `<category>.<action>`. A role carries any of them. */
export const permissionsByCategory = {
  customers: ['view', 'viewWithoutGroup', 'create', 'edit', 'delete', 'merge', 'export', 'erase'],
  contracts: [
    'view',
    'create',
    'edit',
    'delete',
    'check',
    'refresh',
    'processPendingChanges',
    'bulk',
    'export',
  ],
  optimization: ['view', 'plan', 'execute', 'executeBulk', 'dismissHint', 'approve'],
  riskProfile: ['view', 'edit', 'accept'],
  consultations: ['view', 'create', 'complete'],
  documents: ['view', 'upload', 'release', 'delete'],
  reports: ['create', 'createLegal'],
  traderDepots: ['view', 'link', 'create', 'delete'],
  traderCredentials: ['use'],
  funds: ['view', 'edit', 'import'],
  peergroups: ['edit'],
  insurers: ['view', 'edit'],
  costModels: ['view', 'edit'],
  tariffs: ['view', 'edit', 'submit', 'approve', 'publish', 'report'],
  tariffComponents: ['view', 'edit'],
  dashboard: ['view', 'configure'],
  workbench: ['view', 'assign'],
  userManagement: ['view', 'editUsers', 'editRoles', 'editGroups', 'viewAs'],
  audit: ['view', 'export'],
  savedViews: ['share'],
  tags: ['edit'],
  whiteLabel: ['edit'],
  apiTokens: ['manage'],
  webhooks: ['manage'],
  jobs: ['view', 'retry'],
  admin: ['access'],
} as const;

type Categories = typeof permissionsByCategory;
export type PermissionCategory = keyof Categories;
export type PermissionCode = {
  [Category in PermissionCategory]: `${Category}.${Categories[Category][number]}`;
}[PermissionCategory];

/** All permission codes in the order of their categories. */
export const permissionCodes: readonly PermissionCode[] = Object.entries(permissionsByCategory).flatMap(
  // Object.entries loses the pairing of category and action that the type above keeps.
  ([category, actions]) => actions.map((action) => `${category}.${action}` as PermissionCode),
);

/**
 * What only a person does herself: it asks for a second factor or a bank password, decides who may sign in and do
 * what, or is the second pair of eyes. Tokens make no tokens.
 */
const personal: ReadonlySet<PermissionCode> = new Set([
  'apiTokens.manage',
  'userManagement.editUsers',
  'userManagement.editRoles',
  'userManagement.editGroups',
  'userManagement.viewAs',
  'optimization.execute',
  'optimization.executeBulk',
  'optimization.approve',
  'traderCredentials.use',
  'traderDepots.create',
  'tariffs.approve',
]);

/** Permissions another system can be given: the scopes of tokens. */
export const apiScopes: readonly PermissionCode[] = permissionCodes.filter((code) => !personal.has(code));

/** Rights a user holds inside a group and its sub-groups; the right in a role must hold as well. */
export const groupRights = [
  'groupCustomers.view',
  'groupCustomers.edit',
  'groupContracts.view',
  'groupContracts.edit',
  'groupContracts.execute',
  'groupReports.create',
  'groupDocuments.view',
  'groupDocuments.upload',
  'groupUsers.manage',
] as const;
export type GroupRight = (typeof groupRights)[number];

/** What somebody just added to a group may do there: see what there is; more is given on purpose. */
export const firstGroupRights: readonly GroupRight[] = [
  'groupCustomers.view',
  'groupContracts.view',
  'groupDocuments.view',
];

/** Group id that stands for "no group". */
export const noGroupId = '00000000-0000-0000-0000-000000000000';
