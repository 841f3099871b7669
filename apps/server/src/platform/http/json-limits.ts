const maxDepth = 32;
const quote = 34;
const backslash = 92;

/** True when objects and arrays nest deeper than 32 levels; strings are skipped. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  let insideString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (insideString) {
      if (code === backslash) index += 1;
      else if (code === quote) insideString = false;
    } else if (code === quote) insideString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 125 || code === 93) depth -= 1;
  }
  return false;
}

const forbiddenMembers = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a request body: depth limit first, then JSON; members that could reach a prototype are refused.
 * @throws SyntaxError when the text is no acceptable JSON.
 */
export function parseJsonBody(json: string): unknown {
  if (isNestedTooDeeply(json)) throw new SyntaxError('nested too deeply');
  return JSON.parse(json, (key, value: unknown) => {
    if (forbiddenMembers.has(key)) throw new SyntaxError('forbidden member');
    return value;
  });
}
