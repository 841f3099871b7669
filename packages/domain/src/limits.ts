/** Bytes of the largest file anybody may bring: documents, books of business, imports, workbooks. Texts call it 10 MB. */
export const largestFileBytes = 10 * 1024 * 1024;

/** Bytes of the largest file with a list of funds for a component. Texts call it 5 MB. */
export const largestFundListBytes = 5 * 1024 * 1024;

/** Most funds a selection or universe holds, and most rows of a file with such a list. */
export const mostFunds = 5000;
