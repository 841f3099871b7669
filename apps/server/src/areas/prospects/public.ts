/** What the area prospects offers the others. */
export { managedPublicReports, readSharedAnalysis, readSharedInvitation } from './shared-content.view.ts';
