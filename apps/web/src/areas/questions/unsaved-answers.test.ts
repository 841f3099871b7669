// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { dispatchLogout, watchOtherTabs } from '../../platform/logout.ts';
import { useSession } from '../../platform/session.ts';
import { forgetUnsaved, keepUnsaved, unsavedAnswers } from './unsaved-answers.ts';

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
    forgetUnsaved('riskProfile c 1');
    expect(unsavedAnswers('ida', 'riskProfile c 1', 3)).toBeUndefined();
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
