import type { PasteFault } from './matrix-changes.ts';
import type { MatrixAction } from './matrix-history.ts';

/** What the status line says of the last operation. */
export type MatrixNotice =
  | { readonly kind: 'done' | 'undone' | 'redone'; readonly action: MatrixAction }
  | { readonly kind: 'pasted'; readonly count: number; readonly takenIntoUse: number }
  | { readonly kind: 'copied'; readonly count: number }
  | { readonly kind: 'refused'; readonly fault: PasteFault }
  | { readonly kind: 'tooLong' | 'readOnly' | 'notUsed' };
