import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { findWeakness } from './password-policy.ts';

const context = ['Depotwerk', 'Müller & Söhne GmbH', 'Anlageportal Nord', 'karla.brunner@demo.example'];

describe('password policy', () => {
  it('knows at least 10 000 common passwords that are long enough to be tried', () => {
    expect(commonPasswords().size).toBeGreaterThanOrEqual(10_000);
    expect([...commonPasswords()].every((password) => password.length >= 12)).toBe(true);
  });

  it('refuses every one of them, in any case', () => {
    const taken = [...commonPasswords()].filter(
      (password) => findWeakness(password.toUpperCase(), []) === null,
    );
    expect(taken).toEqual([]);
  });

  it.each([
    ['kurz', 'tooShort'],
    ['elf Zeichen', 'tooShort'],
    ['🙂🙂🙂🙂🙂🙂', 'tooShort'],
    ['x1'.repeat(129), 'tooLong'],
    ['Passwort1234!', 'common'],
    ['P4ssw0rt2026', 'common'],
    ['!!!Sommer_2026', 'common'],
    ['passwordpassword', 'common'],
    ['stonecold1234', 'common'],
    ['!!Mississippi!!', 'common'],
    ['123butterfly!', 'common'],
    ['aaaaaaaaaaaa', 'pattern'],
    ['abcabcabcabc', 'pattern'],
    ['abcdefghijkl', 'pattern'],
    ['567890123456', 'pattern'],
    ['qwertzuiopüa', 'pattern'],
    ['mnbvcxyäölkj', 'pattern'],
    ['mein-Depotwerk-Zugang', 'context'],
    ['Blaue Müller Kuh', 'context'],
    ['Katze mit brunner Hut', 'context'],
    ['D3p0twerk fuer alle', 'context'],
    ['anlageportal ist toll', 'context'],
  ])('refuses %s as %s', (password, weakness) => {
    expect(findWeakness(password, context)).toBe(weakness);
  });

  it('takes long words of any kind, blanks at both ends included', () => {
    for (const password of [
      'Birnbaum tanzt leise',
      '            Regal x',
      'grünes Sofa 7 Tassen',
      'korrektesPferd',
    ]) {
      expect([password, findWeakness(password, context)]).toEqual([password, null]);
    }
  });

  it('has no composition rules: random lower case letters are enough', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), {
      minLength: 24,
      maxLength: 24,
    });
    fc.assert(
      fc.property(letters, (parts) => {
        const password = parts.join('');
        fc.pre(new Set(password).size > 6);
        expect(findWeakness(password, [])).toBeNull();
      }),
    );
  });
});
