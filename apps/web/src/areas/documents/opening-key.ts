const storageKey = 'depotwerk.reportOpenings';

/** Those of a page whose storage is blocked, as in the frame of another site. */
const unstored = new Map<string, string>();

/**
 * The key of the opening of a link in this tab, the same for every try and after loading the page anew: an answer that was lost
 * costs no second use of a link that has few.
 */
export function openingKeyOf(guid: string): string {
  const known = storedKeys()[guid] ?? unstored.get(guid);
  if (known !== undefined) return known;
  const made = crypto.randomUUID();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...storedKeys(), [guid]: made }));
  } catch {
    unstored.set(guid, made);
  }
  return made;
}

function storedKeys(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return Object.fromEntries(
      Object.entries(stored ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // Foreign or broken content counts as none.
    return {};
  }
}
