/** What becomes of a line of a file. */
export const lineFates = ['new', 'changed', 'unchanged', 'refused'] as const;
export type LineFate = (typeof lineFates)[number];
