/** How an action in the log ended. */
export const auditResults = ['done', 'refused', 'failed'] as const;
export type AuditResult = (typeof auditResults)[number];
