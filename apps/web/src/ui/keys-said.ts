/** What only somebody with a keyboard can press, as our texts say it; such a note stands in brackets. */
const note = / \((?:(?:Strg|Ctrl)\+|Taste |key )[^)]\)/g;
const control = /\b(?:Strg|Ctrl)\b\+?/g;

/** A phone has no keys to press. */
const hasKeys = (): boolean => !matchMedia('(hover: none) and (pointer: coarse)').matches;

/** A text that names keys, for the device at hand: on a Mac the key is ⌘, and a phone is told of none. */
export function keysSaid(text: string): string {
  if (!hasKeys()) return text.replace(note, '');
  return navigator.userAgent.includes('Macintosh') ? text.replace(control, '⌘') : text;
}
