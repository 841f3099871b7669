/** What the area tariffs offers the others. */
export { readNamesOf } from './tariff-names.view.ts';
export { readTariffApprovals, readTariffVersion } from './tariff-version.view.ts';
export { readSubmittableVersion } from './version-content.view.ts';
