/** An open difference as it is stored. */
export interface OpenChange {
  readonly id: string;
  readonly fieldName: string;
  readonly description: string;
  readonly ourValue: unknown;
  readonly bankValue: unknown;
}
