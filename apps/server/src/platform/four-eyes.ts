/** Whose work a version holds (the database keeps the list and refuses what this rule refuses). */
export interface VersionAuthors {
  /** Everybody who edited the version, and for a tariff from its submission on the editors of its components. */
  readonly editors: readonly string[];
  readonly submittedById: string | null;
}

/** Whether a user who approves the version is a second pair of eyes: nothing of it is his work, nor its submission. */
export const isFourEyes = ({ editors, submittedById }: VersionAuthors, userId: string): boolean =>
  submittedById !== userId && !editors.includes(userId);
