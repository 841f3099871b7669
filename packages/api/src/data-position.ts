/**
 * Header by which an answer says how far the database had come when it was given, and a request how far its caller has
 * seen it: a read that may lag (`mayLag`) is answered by a replica only when that has come so far.
 */
export const positionHeader = 'x-data-position';

const shape = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** A place in PostgreSQL's log as a number that grows; null for anything that is none. */
export function parsePosition(text: unknown): bigint | null {
  const [, high, low] = (typeof text === 'string' ? shape.exec(text) : null) ?? [];
  if (high === undefined || low === undefined) return null;
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** The same as PostgreSQL writes it. */
export function positionText(position: bigint): string {
  const hex = (part: bigint) => part.toString(16).toUpperCase();
  return `${hex(position / 0x1_0000_0000n)}/${hex(position % 0x1_0000_0000n)}`;
}

/** The later of two positions; null = none is known. */
export function laterPosition(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
