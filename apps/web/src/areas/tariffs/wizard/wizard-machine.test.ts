import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WizardEvent, WizardState } from './wizard-machine.ts';
import { isChanged, isUnstored, mayStore, nextWizard, startWizard } from './wizard-machine.ts';

interface Draft {
  readonly text: string;
}
type State = WizardState<Draft>;
const after = (state: State, ...events: WizardEvent<Draft>[]) =>
  events.reduce((current, event) => nextWizard(current, event), state);
const type = (text: string): WizardEvent<Draft> => ({ kind: 'changed', change: () => ({ text }) });
const stored = (revision: number): WizardEvent<Draft> => ({
  kind: 'storeSucceeded',
  revision,
  at: '2026-11-21T10:00:00.000Z',
});
const start = startWizard<Draft>({ text: 'saved' });

describe('storing the draft', () => {
  it('begins with nothing to store', () => {
    expect(isChanged(start)).toBe(false);
    expect(mayStore(start)).toBe(false);
    expect(nextWizard(start, { kind: 'storeStarted' })).toBe(start);
  });

  it('stores what is typed, and what is typed meanwhile once more', () => {
    const sending = after(start, type('a'), { kind: 'storeStarted' }, type('ab'));
    expect(sending.autosave).toBe('saving');
    expect(mayStore(sending)).toBe(false);
    const done = after(sending, stored(1));
    expect(done.stored).toEqual({ text: 'a' });
    expect(done.revision).toBe(1);
    expect(mayStore(done)).toBe(true);
    expect(isUnstored(after(done, { kind: 'storeStarted' }, stored(2)))).toBe(false);
  });

  it('keeps what is typed when storing fails, and may try again', () => {
    const failed = after(start, type('a'), { kind: 'storeStarted' }, { kind: 'storeFailed', error: 'away' });
    expect(failed).toMatchObject({ draft: { text: 'a' }, autosave: 'failed', error: 'away' });
    expect(mayStore(failed)).toBe(true);
  });

  it('stops after a conflict until somebody has decided', () => {
    const conflict = after(start, type('a'), { kind: 'storeStarted' }, { kind: 'storeConflicted' });
    expect(mayStore(conflict)).toBe(false);
    const merged = after(conflict, {
      kind: 'merged',
      draft: { text: 'both' },
      base: start.base,
      revision: 7,
    });
    expect(merged).toMatchObject({ draft: { text: 'both' }, revision: 7, autosave: 'idle' });
    expect(mayStore(merged)).toBe(true);
  });
});

describe('saving the object', () => {
  it('ends with nothing changed and no draft', () => {
    const typed = after(start, type('a'), { kind: 'storeStarted' }, stored(1));
    const saved = after(typed, { kind: 'objectSaved', sent: typed.draft, object: { text: 'a' } });
    expect(isChanged(saved)).toBe(false);
    expect(saved).toMatchObject({ stored: null, revision: null });
    expect(mayStore(saved)).toBe(false);
  });

  it('keeps what was typed while it was saved', () => {
    const typed = after(start, type('a'));
    const more = after(typed, type('ab'));
    const saved = after(more, { kind: 'objectSaved', sent: typed.draft, object: { text: 'a' } });
    expect(saved.draft).toEqual({ text: 'ab' });
    expect(saved.base).toEqual({ text: 'a' });
    expect(mayStore(saved)).toBe(true);
  });
});

it('resumes and discards', () => {
  const resumed = after(start, {
    kind: 'resumed',
    draft: { text: 'earlier' },
    revision: 3,
    at: '2026-11-20T08:00:00.000Z',
  });
  expect(isChanged(resumed)).toBe(true);
  expect(isUnstored(resumed)).toBe(false);
  expect(after(resumed, { kind: 'discarded' })).toEqual(start);
});

it('never loses what was typed last, whatever the network does', () => {
  const events = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'c').map(type),
      fc.constant<WizardEvent<Draft>>({ kind: 'storeStarted' }),
      fc.nat(9).map(stored),
      fc.constant<WizardEvent<Draft>>({ kind: 'storeFailed', error: null }),
      fc.constant<WizardEvent<Draft>>({ kind: 'storeConflicted' }),
    ),
  );
  fc.assert(
    fc.property(events, (list) => {
      const last = list.findLast((event) => event.kind === 'changed');
      const end = after(start, ...list);
      expect(end.draft).toEqual(last === undefined ? start.draft : last.change(start.draft));
    }),
  );
});
