/** Errors a summary lists at once: more would only be noise, the rest is counted. */
export const shownAtMost = 12;
