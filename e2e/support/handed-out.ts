const handedOut = new Set<string>();

/** Whether a test of this file may have the object: true once, so that tests do not meet in one. */
export function isFree(id: string): boolean {
  return !handedOut.has(id);
}

export function handOut(id: string): void {
  handedOut.add(id);
}

/** Called where a file ends: the next one looks for itself what is left. */
export function forgetHandedOut(): void {
  handedOut.clear();
}
