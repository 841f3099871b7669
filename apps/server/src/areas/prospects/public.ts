/** What the area prospects offers the others. */
export { openRequest } from './requests.view.ts';
export { managedPublicReports, readSharedAnalysis, readSharedInvitation } from './shared-content.view.ts';
