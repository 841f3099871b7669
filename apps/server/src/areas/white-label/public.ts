/** What the area white-label offers the others. */
export { readTermsOfHouse, readTermsToAgree } from './terms.view.ts';
export type { HouseReader, WhiteLabelReader } from './white-label.view.ts';
