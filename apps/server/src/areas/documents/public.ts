/** What the area documents offers the others. */
export { documentVisibility, readDocument } from './document.view.ts';
export { lockDocument } from './locked-document.view.ts';
export type { SheetContent } from './signature-sheet.view.ts';
