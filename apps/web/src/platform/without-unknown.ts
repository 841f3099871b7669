import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * Reads what the server says by its schema. A server of the release after this page's may say more than the page knows: that
 * is left out.
 */
export function parseKnown<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): z.core.util.SafeParseResult<z.infer<Schema>> {
  const parsed = schema.safeParse(answer);
  return parsed.success ? parsed : schema.safeParse(withoutUnknown(answer, parsed.error.issues));
}

/**
 * An answer without the members its schema does not know, which the issues of parsing it name. Everything else is left as it
 * is, so that what is wrong stays wrong.
 */
function withoutUnknown(answer: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(answer);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const place = issue.path.reduce<unknown>(memberOf, copy);
    if (typeof place === 'object' && place !== null)
      for (const key of issue.keys) Reflect.deleteProperty(place, key);
  }
  return copy;
}

const memberOf = (place: unknown, key: PropertyKey): unknown =>
  typeof place === 'object' && place !== null ? Reflect.get(place, key) : undefined;
