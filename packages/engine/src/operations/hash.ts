/** Canonical JSON: keys in order, so that equal data give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, element]) => `${JSON.stringify(key)}:${canonical(element)}`).join()}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/**
 * Fingerprint of an input (64 bits as 16 hex digits), to recognise a stored result's input again. FNV-1a twice with
 * different starts; a checksum, no protection against forgery.
 */
export function hashOf(...parts: readonly unknown[]): string {
  const text = canonical(parts);
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + (i & 0xff)), 0x01000193);
  }
  return [a, b].map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
