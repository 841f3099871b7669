import { latestDay } from '../date-text.ts';
import { type FieldIssue, issuesOf, noSuchDay } from '../master-data/field-issue.ts';
import { showsNothing } from '../shown-text.ts';

/** Longest text of a note, in UTF-16 units. */
export const longestNote = 4000;

/** People one note may mention. */
export const mostMentions = 20;

/** Who reads a note: its author alone, or everybody who sees the customer. */
export const noteVisibilities = ['own', 'group'] as const;
/** As it is said where a note is shown. */
export const noteVisibilityTexts: Readonly<Record<NoteVisibility, string>> = {
  own: 'Nur für den Verfasser',
  group: 'Alle, die den Kunden sehen',
};
export type NoteVisibility = (typeof noteVisibilities)[number];

export interface FollowUpDraft {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Who has it; null = nobody yet. */
  readonly userId: string | null;
}

/** A note as it is written. */
export interface NoteDraft {
  readonly text: string;
  readonly visibility: NoteVisibility;
  /** People who are told. */
  readonly mentionIds: readonly string[];
  readonly followUp: FollowUpDraft | null;
}

/**
 * What is wrong with a note. What only its author reads mentions nobody and is nobody else's to come back to; a follow-up is
 * today or later, and one whose day has passed stays as it is while other things are changed.
 *
 * @param today German calendar day
 * @param before day of the follow-up the note has; null for none and for a new note
 */
export function checkNote(
  { text, visibility, mentionIds, followUp }: NoteDraft,
  { authorId, today, before }: { authorId: string; today: string; before: string | null },
): FieldIssue[] {
  const isOwn = visibility === 'own';
  const isOthers = followUp !== null && followUp.userId !== null && followUp.userId !== authorId;
  return issuesOf(
    checkNoteText(text),
    isOwn && mentionIds.length > 0 ? { path: 'mentionIds', code: 'ownNoteMentions' } : null,
    isOwn && isOthers ? { path: 'followUp.userId', code: 'ownNoteFollowUp' } : null,
    followUp === null || followUp.day === before ? null : checkFollowUpDay(followUp.day, today),
  );
}

function checkNoteText(text: string): FieldIssue | null {
  if (showsNothing(text)) return { path: 'text', code: 'required' };
  return text.trim().length > longestNote
    ? { path: 'text', code: 'tooLong', params: { limit: longestNote } }
    : null;
}

function checkFollowUpDay(day: string, today: string): FieldIssue | null {
  if (day < today) return { path: 'followUp.day', code: 'dayPassed' };
  return day > latestDay ? noSuchDay('followUp.day') : null;
}
