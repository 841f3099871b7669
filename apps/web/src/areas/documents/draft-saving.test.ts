import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftEvent, DraftState } from './draft-saving.ts';
import { isUnsaved, maySave, nextDraft, startDraft } from './draft-saving.ts';

interface Fields {
  text: string;
}
const write = (text: string): DraftEvent<Fields> => ({ kind: 'edited', change: () => ({ text }) });
const run = (state: DraftState<Fields>, ...events: DraftEvent<Fields>[]) => events.reduce(nextDraft, state);
const start = () => startDraft<Fields>({ text: '' }, '"1"');

describe('a draft that saves itself', () => {
  it('has nothing to save at first, and after a save', () => {
    expect(maySave(start())).toBe(false);
    const state = run(start(), write('a'), { kind: 'saveStarted' }, { kind: 'saveSucceeded', etag: '"2"' });
    expect(isUnsaved(state)).toBe(false);
    expect(state.etag).toBe('"2"');
  });

  it('keeps what is typed while a save is on its way, and saves it next', () => {
    const state = run(start(), write('a'), { kind: 'saveStarted' }, write('ab'), {
      kind: 'saveSucceeded',
      etag: '"2"',
    });
    expect(state.fields).toEqual({ text: 'ab' });
    expect(state.saved).toEqual({ text: 'a' });
    expect(maySave(state)).toBe(true);
  });

  it('never sends two saves at once', () => {
    const state = run(start(), write('a'), { kind: 'saveStarted' }, write('ab'));
    expect(maySave(state)).toBe(false);
    expect(nextDraft(state, { kind: 'saveStarted' })).toBe(state);
  });

  it('can be saved again after a failure', () => {
    const error = new Error('away');
    const state = run(start(), write('a'), { kind: 'saveStarted' }, { kind: 'saveFailed', error });
    expect(state).toMatchObject({ phase: 'failed', error, fields: { text: 'a' } });
    expect(maySave(state)).toBe(true);
  });

  it('waits for a decision after a conflict and loses nothing until then', () => {
    const state = run(
      start(),
      write('mine'),
      { kind: 'saveStarted' },
      { kind: 'conflicted' },
      write('mine too'),
    );
    expect(maySave(state)).toBe(false);
    expect(state.fields).toEqual({ text: 'mine too' });
    const stored = { text: 'theirs' };
    const decided = nextDraft(state, { kind: 'decided', fields: state.fields, stored, etag: '"5"' });
    expect(maySave(decided)).toBe(true);
    expect(decided).toMatchObject({ fields: { text: 'mine too' }, saved: stored, etag: '"5"' });
    // Who takes all of theirs has nothing to save.
    expect(nextDraft(state, { kind: 'decided', fields: stored, stored, etag: '"5"' })).toEqual(
      startDraft(stored, '"5"'),
    );
  });

  it('shows what was written last, whatever the server does', () => {
    const answers = fc.constantFrom<DraftEvent<Fields>>(
      { kind: 'saveStarted' },
      { kind: 'saveSucceeded', etag: '"9"' },
      { kind: 'saveFailed', error: 1 },
      { kind: 'conflicted' },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(answers, fc.string().map(write))), fc.string(), (events, last) => {
        const state = run(start(), ...events, write(last), { kind: 'saveStarted' });
        expect(state.fields.text).toBe(last);
        // What counts as saved was really sent and confirmed: never the text just written.
        expect(isUnsaved(state)).toBe(true);
      }),
    );
  });
});
