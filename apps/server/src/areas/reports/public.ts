/** What the area reports offers the others. */
export type { SheetContent } from './signature-sheet.view.ts';
export { readStoredPlan, type StoredPlanServices } from './stored-plan.view.ts';
