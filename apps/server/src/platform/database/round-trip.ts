/** One message to the database and its answer. */
export interface RoundTrip {
  readonly kind: 'read' | 'write';
  /** The statements, without their parameters. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly hasFailed: boolean;
}

export type OnRoundTrip = (trip: RoundTrip) => void;

/** Tells of a round trip however it ends; without a listener nothing is measured. */
export async function timed<T>(
  onRoundTrip: OnRoundTrip | undefined,
  kind: RoundTrip['kind'],
  text: () => string,
  run: () => Promise<T>,
): Promise<T> {
  if (!onRoundTrip) return run();
  const startedAt = Date.now();
  const began = performance.now();
  const tell = (hasFailed: boolean) =>
    onRoundTrip({ kind, text: text(), startedAt, milliseconds: performance.now() - began, hasFailed });
  try {
    const result = await run();
    tell(false);
    return result;
  } catch (error) {
    tell(true);
    throw error;
  }
}
