/** One element of an array literal; quoted always, which PostgreSQL accepts for every type. */
function encodeItem(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return encodeArray(value);
  const text = encodeValue(value);
  return `"${String(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function encodeArray(values: readonly unknown[]): string {
  return `{${values.map(encodeItem).join(',')}}`;
}

/** A parameter in PostgreSQL's text format; null for SQL NULL. Plain objects become JSON. */
export function encodeValue(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return null;
    default:
  }
  if (value === null) return null;
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return encodeArray(value);
  return JSON.stringify(value);
}
