/** What the area documents offers the others. */
export { documentVisibility } from './document.view.ts';
