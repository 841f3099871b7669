import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { onLogout } from '../../platform/logout.ts';

/** Answers that could not be stored because the session was over. */
interface Unsaved {
  readonly userId: string;
  readonly place: string;
  /** Of the draft they go on from; another one has been changed since, and counts. */
  readonly revision: number | null;
  readonly answers: Answers;
}

// In the memory of this tab alone, for the person who typed them.
let unsaved: Unsaved | null = null;
let isLost = false;
let inSight: (() => Unsaved | null) | null = null;

// Whoever signs out leaves nothing behind; a session that ended by itself did so in the middle of a sentence, and every call that
// was under way may notice it once more.
onLogout((reason) => {
  isLost = reason === 'sessionLost';
  if (!isLost) unsaved = null;
  // Now: whoever signs in at once is there before the refusal of what was to be stored.
  else unsaved = inSight?.() ?? unsaved;
});

/** The form in sight says at the end of a session what it has not stored. Answers the way to deregister. */
export function noteUnsaved(ofForm: () => Unsaved | null): () => void {
  inSight = ofForm;
  return () => {
    if (inSight === ofForm) inSight = null;
  };
}

/** Keeps what was typed until the same person has signed in again. */
export function keepUnsaved(answers: Unsaved): void {
  if (isLost) unsaved = answers;
}

/** What the same person typed last at this place, while nobody has gone on from the stored draft since. */
export function unsavedAnswers(
  userId: string | null,
  place: string,
  revision: number | null,
): Answers | undefined {
  if (unsaved?.userId !== userId) unsaved = null;
  return unsaved?.place === place && unsaved.revision === revision ? unsaved.answers : undefined;
}

/** Answers are stored now; newer ones go on from their draft. */
export function storedUnsaved(place: string, answers: Answers, revision: number): void {
  if (unsaved?.place !== place) return;
  unsaved = unsaved.answers === answers ? null : { ...unsaved, revision };
}
