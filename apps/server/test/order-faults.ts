/** What may happen to the answer of a bank that has an order. */
export const orderFaults = [
  'lostAnswer',
  'brokenJson',
  'truncated',
  'html',
  'empty',
  'errorAfter',
  'doubleAnswer',
  'duplicate',
  'reset',
  'error',
] as const;
