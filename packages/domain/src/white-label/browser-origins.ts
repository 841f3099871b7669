/**
 * Origins as browsers name them, to compare with what they say of a page: they leave out a port that goes without saying,
 * which a list of pages that may frame us can hold (`https://app.example:443`). What is no origin is left out.
 */
export const browserOrigins = (written: readonly string[]): string[] =>
  written.flatMap((origin) => (URL.canParse(origin) ? [new URL(origin).origin] : []));
