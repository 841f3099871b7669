import { onLogout } from './logout.ts';
import { useSession } from './session.ts';

/** What somebody is typing and has not saved. */
export interface UnsavedWork<Value = unknown> {
  readonly userId: string;
  /** Where it belongs. */
  readonly place: string;
  /** What stood there before she typed; something else has been saved meanwhile, and counts. */
  readonly base: Value;
  readonly value: Value;
}

const inSight = new Map<object, UnsavedWork>();

// In the memory of this tab alone, for the person who typed it: sentences about customers go into no storage of a browser.
let kept: readonly UnsavedWork[] = [];

// Whoever signs out leaves nothing behind; a session that ended by itself may have done so in the middle of a sentence. Every call
// that was under way may notice the end once more, and who stays on the page types on.
onLogout((reason) => {
  if (reason !== 'sessionLost') {
    kept = [];
    inSight.clear();
    return;
  }
  const lost = [...inSight.values()].filter(({ base, value }) => value !== base);
  const places = new Set(lost.map(({ place }) => place));
  kept = [...kept.filter(({ place }) => !places.has(place)), ...lost];
});

/** Notes what somebody has typed at a place so far; `key` = the field or form. Visitors have no session that could end. */
export function noteWork<Value>(key: object, work: Omit<UnsavedWork<Value>, 'userId'>): void {
  const userId = inSight.get(key)?.userId ?? useSession.getState().user?.id;
  if (userId !== undefined) inSight.set(key, { ...work, userId });
}

/** The field or form is gone. */
export function leaveWork(key: object): void {
  inSight.delete(key);
}

/** What is noted now. */
export const notedWork = (key: object): UnsavedWork | undefined => inSight.get(key);

/** How many noted places begin so. */
export const notedAt = (start: string): number =>
  [...inSight.values()].filter(({ place }) => place.startsWith(start)).length;

/** What the one who is signed in typed at a place before her session ended by itself. */
export function keptWork(place: string): UnsavedWork | undefined {
  const { user } = useSession.getState();
  if (!user) return undefined;
  // Who signs in next is somebody else: nothing of it is hers.
  kept = kept.filter(({ userId }) => userId === user.id);
  return kept.find((one) => one.place === place);
}

/** It is there again, or no longer wanted. */
export function forgetKept(work: UnsavedWork): void {
  kept = kept.filter((one) => one !== work);
}
