/** Folder of the repository. */
export const root: string;
