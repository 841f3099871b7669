/** Members of the address that belong to a dialog above any page, not to the page. */
export const dialogParams = [
  'dialog',
  'fundId',
  'contractId',
  'jobId',
  'componentKind',
  'componentId',
  'tariffId',
] as const;

export type DialogParam = (typeof dialogParams)[number];
