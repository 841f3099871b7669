import { describe, expect, it } from 'vitest';
import { decideProviderSignIn, type ProviderFacts, rightsOfClaims, saysFactor } from './decide-sign-in.ts';

const stranger: ProviderFacts = {
  isLinked: false,
  hasAccount: false,
  isAccountLinkedElsewhere: false,
  isLinkAllowed: false,
  hasPassword: false,
  mail: 'a@haus.example',
  isMailVerified: true,
  unknownPeople: 'refuse',
};
const account: ProviderFacts = { ...stranger, hasAccount: true, hasPassword: true };

describe('after a sign-in at the provider', () => {
  it.each<[string, ProviderFacts, string]>([
    ['a linked subject opens its account', { ...account, isLinked: true }, 'signIn'],
    ['also without an address', { ...stranger, isLinked: true, mail: null, isMailVerified: false }, 'signIn'],
    ['an account wants its password', account, 'confirmLink'],
    ['or the word of an administrator', { ...account, isLinkAllowed: true }, 'link'],
    ['without a password only that', { ...account, hasPassword: false }, 'notLinked'],
    ['an unverified address never links', { ...account, isMailVerified: false }, 'mailUnverified'],
    ['nor by an administrator', { ...account, isMailVerified: false, isLinkAllowed: true }, 'mailUnverified'],
    [
      'one that is linked stays with its subject',
      { ...account, isAccountLinkedElsewhere: true },
      'notLinked',
    ],
    ['strangers are refused', stranger, 'notLinked'],
    ['or get an account', { ...stranger, unknownPeople: 'create' }, 'create'],
    [
      'with a verified address',
      { ...stranger, unknownPeople: 'create', isMailVerified: false },
      'mailUnverified',
    ],
    ['and with any', { ...stranger, unknownPeople: 'create', mail: null }, 'notLinked'],
  ])('%s', (_name, facts, expected) => {
    const decision = decideProviderSignIn(facts);
    expect(decision.kind === 'refuse' ? decision.reason : decision.kind).toBe(expected);
  });
});

describe('claims', () => {
  const mappings = [
    { claimValue: 'a', roleId: null, groupId: 'g', groupRights: ['groupContracts.view'] },
    { claimValue: 'b', roleId: 'r1', groupId: 'g', groupRights: ['groupContracts.edit'] },
    { claimValue: 'c', roleId: 'r2', groupId: null, groupRights: [] },
  ] as const;

  it('give the first role that fits and the rights of all groups', () => {
    expect(rightsOfClaims(['c', 'b', 'a'], mappings)).toEqual({
      roleId: 'r1',
      groups: new Map([['g', ['groupContracts.view', 'groupContracts.edit']]]),
    });
    expect(rightsOfClaims('c', mappings).roleId).toBe('r2');
  });

  it('give nothing where they are odd', () => {
    for (const odd of [undefined, null, 7, { a: true }, [['a']], ['A']])
      expect(rightsOfClaims(odd, mappings)).toEqual({ roleId: null, groups: new Map() });
  });

  it('say a factor only by one of the values asked for', () => {
    expect(saysFactor(['pwd', 'otp'], undefined, ['mfa', 'otp'])).toBe(true);
    expect(saysFactor(undefined, 'mfa', ['mfa'])).toBe(true);
    expect(saysFactor('mfa', ['mfa'], ['mfa'])).toBe(false);
    expect(saysFactor(['mfa'], 'mfa', [])).toBe(false);
  });
});
