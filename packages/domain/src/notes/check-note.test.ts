import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../add-days.ts';
import { fieldIssueText } from '../master-data/field-issue-text.ts';
import { checkNote, longestNote, type NoteDraft } from './check-note.ts';

const today = '2026-11-24';
const of: Parameters<typeof checkNote>[1] = { authorId: 'anna', today, before: null };
const note: NoteDraft = { text: 'Ruft zurück', visibility: 'group', mentionIds: [], followUp: null };
const faults = (draft: Partial<NoteDraft>, facts: Partial<typeof of> = {}) =>
  checkNote({ ...note, ...draft }, { ...of, ...facts }).map(({ path, code }) => `${path} ${code}`);

describe('a note', () => {
  it('has a text that is neither blank nor too long', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ text: ' \n ' })).toEqual(['text required']);
    expect(faults({ text: 'x'.repeat(longestNote) })).toEqual([]);
    expect(faults({ text: 'x'.repeat(longestNote + 1) })).toEqual(['text tooLong']);
  });

  it('of its author alone mentions nobody and is nobody else to come back to', () => {
    const followUp = { day: today, userId: 'bert' };
    expect(faults({ visibility: 'own', mentionIds: ['bert'], followUp })).toEqual([
      'mentionIds ownNoteMentions',
      'followUp.userId ownNoteFollowUp',
    ]);
    expect(faults({ visibility: 'own', followUp: { day: today, userId: 'anna' } })).toEqual([]);
    expect(faults({ visibility: 'own', followUp: { day: today, userId: null } })).toEqual([]);
    expect(faults({ mentionIds: ['bert'], followUp })).toEqual([]);
  });

  it('is come back to today or later, unless its day stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
        const day = addDays(today, days);
        const followUp = { day, userId: null };
        expect(faults({ followUp })).toEqual(days < 0 ? ['followUp.day dayPassed'] : []);
        expect(faults({ followUp }, { before: day })).toEqual([]);
      }),
    );
    expect(faults({ followUp: { day: '2041-01-01', userId: null } })).toEqual(['followUp.day noSuchDay']);
  });

  it('says in German what to do', () => {
    const [issue] = checkNote({ ...note, followUp: { day: '2026-11-23', userId: null } }, of);
    expect(issue && fieldIssueText(issue)).toBe('Bitte wählen Sie heute oder einen späteren Tag.');
  });
});
