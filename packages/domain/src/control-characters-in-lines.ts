/**
 * Control characters (see `control-characters.ts`) of a text that may have several lines: tabs and ends of lines are none.
 * Alone in its file, because every page loads it with the shapes of the calls.
 */
export const controlCharacterInLines = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
