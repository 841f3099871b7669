const maxDepth = 32;
const quote = 34;
const backslash = 92;
const comma = 44;

/**
 * Values of one body. The largest one of ours, a draft with matrices of 500 rows and 7 classes, has a fifth of it; whoever may
 * send a file of 13 MB could else keep everybody waiting for seconds with 4,000,000 numbers in its place.
 */
const maxValues = 100_000;

/** True when objects and arrays nest deeper than 32 levels, or have more than 100,000 values; strings are skipped. */
export function isTooMuchJson(json: string): boolean {
  let depth = 0;
  let values = 0;
  let insideString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (insideString) {
      if (code === backslash) index += 1;
      else if (code === quote) insideString = false;
    } else if (code === quote) insideString = true;
    else if (code === comma) values += 1;
    else if (code === 123 || code === 91) {
      values += 1;
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 125 || code === 93) depth -= 1;
    if (values > maxValues) return true;
  }
  return false;
}

const forbiddenMembers = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a request body: limits of depth and number first, then JSON; members that could reach a prototype are refused.
 * @throws SyntaxError when the text is no acceptable JSON.
 */
export function parseJsonBody(json: string): unknown {
  if (isTooMuchJson(json)) throw new SyntaxError('nested too deeply, or too many values');
  return JSON.parse(json, (key, value: unknown) => {
    if (forbiddenMembers.has(key)) throw new SyntaxError('forbidden member');
    return value;
  });
}
