/** What a browser asks for with the address of a house's terms. */
export interface AskedTerms {
  /** null = the version of today. */
  readonly version: string | null;
  /** Chosen on the page; null = as the browser says. */
  readonly language: string | null;
  /** Languages of the browser with their weights, as it sends them (`Accept-Language`). */
  readonly accepted: string;
}
