/** What the area white-label offers the others. */
export type { HouseReader, WhiteLabelReader } from './white-label.view.ts';
