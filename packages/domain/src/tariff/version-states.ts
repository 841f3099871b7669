/** Life of a version of a tariff. `rejected` may be edited again and goes back to draft with the first change. */
export const tariffVersionStates = [
  'draft',
  'submitted',
  'approved',
  'published',
  'superseded',
  'archived',
  'rejected',
] as const;
export type TariffVersionState = (typeof tariffVersionStates)[number];

/** States of a version that is being worked on or waits for somebody; a tariff has at most one. */
export const openVersionStates = [
  'draft',
  'rejected',
  'submitted',
  'approved',
] as const satisfies readonly TariffVersionState[];

/** Whether a version is being worked on or waits for somebody. */
export const isOpenVersion = ({ state }: { readonly state: TariffVersionState }): boolean =>
  openVersionStates.some((open) => open === state);
