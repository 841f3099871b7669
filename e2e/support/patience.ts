/**
 * Milliseconds a journey waits for what a page or the server is to do, unless it says otherwise: several times what the
 * slowest of it takes where others work on the machine as well, as waiting costs nothing where it is there sooner.
 */
export const patience = 60_000;

/** The same for what the server computes in the background or asks of a bank again and again. */
export const patienceWithJobs = 120_000;

/** The same for a product that starts and builds its database. */
export const patienceWithStart = 240_000;

/** The same for all of a journey: some look at dozens of pages, or at a house from its first day on. */
export const patienceWithJourney = 600_000;
