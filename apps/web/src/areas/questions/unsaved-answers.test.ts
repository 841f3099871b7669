// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { dispatchLogout, watchOtherTabs } from '../../platform/logout.ts';
import { useSession } from '../../platform/session.ts';
import { keepUnsaved, noteUnsaved, storedUnsaved, unsavedAnswers } from './unsaved-answers.ts';

const answers = new Map([['memo', 'Mitten im Satz']]);
const typed = { userId: 'ida', place: 'riskProfile c 1', revision: 3, answers };
const lost = () => {
  dispatchLogout('sessionLost');
  keepUnsaved(typed);
};

describe('answers typed when the session ended', () => {
  it('are there again for the same person at the same place, until they are stored', () => {
    lost();
    expect(unsavedAnswers('ida', 'riskProfile other 1', 3)).toBeUndefined();
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBe(answers);
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBe(answers);
    storedUnsaved('riskProfile c 1', answers, 4);
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
  });

  it('are kept at once by the form they stand in, before any call is refused', () => {
    dispatchLogout('requested');
    const leave = noteUnsaved(() => typed);
    dispatchLogout('sessionLost');
    leave();
    // Another call notices the end once more, without a form in sight.
    dispatchLogout('sessionLost');
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBe(answers);
  });

  it('outlive the save of a part of them that was still under way', () => {
    lost();
    storedUnsaved('riskProfile c 1', new Map([['memo', 'Mitten']]), 4);
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
    expect(unsavedAnswers('ida', 'riskProfile c 1', 4)).toBe(answers);
  });

  it('replace nothing that was stored since', () => {
    lost();
    expect(unsavedAnswers('ida', 'riskProfile c 1', 4)).toBeUndefined();
  });

  it('are nobody else’s, not even later', () => {
    lost();
    expect(unsavedAnswers('otto', 'riskProfile c 1', 3)).toBeUndefined();
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
  });

  it('are gone with whoever signs out', () => {
    lost();
    dispatchLogout('requested');
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
    keepUnsaved(typed);
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
  });

  it('are kept where another tab noticed the end of the session first, and gone when he signed out there', async () => {
    watchOtherTabs();
    const otherTab = new BroadcastChannel('depotwerk.session');
    dispatchLogout('requested');
    useSession.setState({ accessToken: 'a' });
    otherTab.postMessage({ kind: 'logout', isLost: true });
    await expect.poll(() => useSession.getState().accessToken).toBeNull();
    keepUnsaved(typed);
    // A call that was under way, and the other tab's own.
    dispatchLogout('sessionLost');
    otherTab.postMessage({ kind: 'logout', isLost: true });
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBe(answers);
    otherTab.postMessage({ kind: 'logout', isLost: false });
    await expect.poll(() => unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
    otherTab.close();
  });
});
