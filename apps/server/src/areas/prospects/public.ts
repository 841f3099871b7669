/** What the area prospects offers the others. */
export { readSharedAnalysis, readSharedInvitation } from './shared-content.view.ts';
