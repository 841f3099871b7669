/** Milliseconds a mail waits: what is read until then is in none, and what follows joins it. */
export const mailAfter = 60_000;

/** Milliseconds between two mails to one person. */
export const mailPause = 10 * 60_000;
