import type { Challenge } from '@depotwerk/api/challenge';
import { describe, expect, it } from 'vitest';
import {
  chosenProvider,
  clockText,
  initialSecondFactor,
  offerStep,
  onlyProvider,
  resendIn,
  type SecondFactorEvent,
  secondFactorAfter,
  secondFactorStep,
  secondsLeft,
} from './second-factor-machine.ts';

const provider = (tokenProviderType: 'sms' | 'totp' | 'bankDecoupled', tokenProviderId: string) => ({
  tokenProviderType,
  tokenProviderId,
  description: tokenProviderId,
  maskedTarget: tokenProviderType === 'sms' ? '+49 ••• 123' : null,
});
const challenge = (rest: Partial<Challenge> = {}): Challenge => ({
  challengeId: '00000000-0000-4000-8000-000000000001',
  purpose: 'plannedOptimization',
  tokenProviders: [provider('sms', 'sms-1'), provider('totp', 'totp-1'), provider('bankDecoupled', 'app-1')],
  selectedTokenProviderId: null,
  challengeText: '',
  expiresAt: '2026-11-20T08:05:00.000Z',
  attemptsLeft: 5,
  ...rest,
});
const run = (...events: SecondFactorEvent[]) => events.reduce(secondFactorAfter, initialSecondFactor);
const asked: SecondFactorEvent = { kind: 'challenged', challenge: challenge() };
const chosen: SecondFactorEvent = { kind: 'providerChosen', tokenProviderId: 'sms-1' };
const sent: SecondFactorEvent = {
  kind: 'challenged',
  challenge: challenge({ selectedTokenProviderId: 'sms-1' }),
};
const typed: SecondFactorEvent = { kind: 'tokenTyped', token: '123456' };

describe('the second factor', () => {
  it('goes from choosing over the code to the end', () => {
    expect(secondFactorStep(run())).toBe('loading');
    expect(secondFactorStep(run(asked))).toBe('choose');
    expect(secondFactorStep(run(asked, chosen))).toBe('choose');
    const requested = run(asked, chosen, sent, typed);
    expect(secondFactorStep(requested)).toBe('code');
    expect(requested).toMatchObject({ status: 'tokenRequested', token: '123456', phone: '+49 ••• 123' });
    const done = secondFactorAfter(requested, { kind: 'succeeded' });
    expect(secondFactorStep(done)).toBe('done');
    expect(done.status).toBe('validationSuccess');
  });

  it('after a wrong code forgets token and phone, counts the attempt and keeps the provider', () => {
    const failed = run(asked, chosen, sent, typed, {
      kind: 'failed',
      failure: { kind: 'invalidToken', attemptsLeft: 4 },
    });
    expect(failed).toMatchObject({
      status: 'validationFailed',
      token: '',
      phone: null,
      tokenProviderId: 'sms-1',
    });
    expect(failed.challenge?.attemptsLeft).toBe(4);
    expect(secondFactorStep(failed)).toBe('code');
  });

  it('is over with the last attempt, on expiry, rejection, changed orders and an outdated plan', () => {
    const over: SecondFactorEvent[] = [
      { kind: 'failed', failure: { kind: 'invalidToken', attemptsLeft: 0 } },
      { kind: 'expired' },
      { kind: 'failed', failure: { kind: 'rejected' } },
      { kind: 'failed', failure: { kind: 'transactionChanged' } },
      { kind: 'failed', failure: { kind: 'outdated' } },
    ];
    for (const event of over) {
      const state = run(asked, chosen, sent, typed, event);
      expect(secondFactorStep(state)).toBe('over');
      expect(state.tokenProviderId).toBe('sms-1');
      const again = [{ kind: 'restarted' } as const, asked].reduce<typeof state>(secondFactorAfter, state);
      expect(secondFactorStep(again)).toBe('choose');
      expect(chosenProvider(again)?.tokenProviderId).toBe('sms-1');
    }
  });

  it('keeps the code request alive when the bank refused, so that the same payload can be sent again', () => {
    const refused = run(asked, chosen, sent, typed, {
      kind: 'failed',
      failure: { kind: 'traderError', traderCode: 'X1', traderMessage: 'Wartung', isRetryable: true },
    });
    expect(refused.challenge).not.toBeNull();
    expect(refused.error).toMatchObject({ kind: 'traderError', traderMessage: 'Wartung' });
  });

  it('waits for approval elsewhere', () => {
    const state = run(asked, {
      kind: 'challenged',
      challenge: challenge({ selectedTokenProviderId: 'app-1', pollAfterSeconds: 2 }),
    });
    expect(secondFactorStep(state)).toBe('approve');
  });

  it('chooses the only provider, and none that is no longer offered', () => {
    const only = challenge({ tokenProviders: [provider('totp', 'totp-1')] });
    expect(run({ kind: 'challenged', challenge: only }).tokenProviderId).toBe('totp-1');
    const other = challenge({ tokenProviders: [provider('totp', 'a'), provider('totp', 'b')] });
    expect(run(asked, chosen, { kind: 'challenged', challenge: other }).tokenProviderId).toBeNull();
  });

  it('goes back to choosing when another provider is picked', () => {
    const state = run(asked, chosen, sent, { kind: 'providerChosen', tokenProviderId: 'app-1' });
    expect(secondFactorStep(state)).toBe('choose');
  });
});

describe('what a bank offers', () => {
  const offer = challenge({ selectedTokenProviderId: 'totp-1' });
  it('asks for what the method that was chosen needs, and for a choice where another was asked for', () => {
    expect(offerStep(offer, 'totp-1')).toBe('code');
    expect(offerStep(offer, 'sms-1')).toBe('choose');
    expect(offerStep(offer, null)).toBe('choose');
    expect(offerStep(challenge(), null)).toBe('choose');
    expect(offerStep(challenge({ selectedTokenProviderId: 'app-1' }), 'app-1')).toBe('approve');
  });

  it('needs no choice where there is one', () => {
    expect(onlyProvider(offer.tokenProviders)).toBeNull();
    expect(onlyProvider(offer.tokenProviders.slice(0, 1))).toBe('sms-1');
    expect(onlyProvider([])).toBeNull();
  });

  it('sends a code again after half a minute', () => {
    expect(resendIn(10_000, 10_000)).toBe(30);
    expect(resendIn(10_000, 39_500)).toBe(1);
    expect(resendIn(10_000, 40_000)).toBe(0);
    expect(resendIn(0, 1_800_000_000_000)).toBe(0);
    // The clock was set back meanwhile.
    expect(resendIn(10_000, 0)).toBe(30);
  });
});

describe('the clock of a challenge', () => {
  it('counts down to zero', () => {
    const now = Date.parse('2026-11-20T08:00:00.000Z');
    expect(secondsLeft(challenge(), now)).toBe(300);
    expect(secondsLeft(challenge(), now + 299_500)).toBe(1);
    expect(secondsLeft(challenge(), now + 400_000)).toBe(0);
    expect(clockText(300)).toBe('5:00');
    expect(clockText(7)).toBe('0:07');
  });
});
