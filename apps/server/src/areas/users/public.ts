/** What the area users offers the others. */
export { readPermissions } from './roles.view.ts';
