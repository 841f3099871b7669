import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, emptyPasswordForm, faultOf, type PasswordForm } from './password-form.ts';

const rules = { minLength: 5, maxLength: 8, pattern: '[a-z0-9]+' };
const update = (values: Partial<PasswordForm>): PasswordForm => ({
  ...emptyPasswordForm,
  mode: 'update',
  password: 'alt',
  ...values,
});

describe('form of the bank password', () => {
  it.each<[string, PasswordForm, string | null]>([
    ['needs a password', emptyPasswordForm, 'passwordMissing'],
    ['takes any password in set mode, the bank decides', { ...emptyPasswordForm, password: ' x' }, null],
    ['ignores the new fields in set mode', { ...emptyPasswordForm, password: 'x', newPassword: 'y' }, null],
    ['needs the old one in update mode', update({ password: '', newPassword: 'abcde' }), 'passwordMissing'],
    ['needs both new fields', update({ newPassword: 'abcde' }), 'newPasswordMissing'],
    ['needs them equal', update({ newPassword: 'abcde', confirmation: 'abcdf' }), 'passwordDoNotMatch'],
    ['keeps the shortest length', update({ newPassword: 'abcd', confirmation: 'abcd' }), 'passwordRules'],
    ['takes the shortest length', update({ newPassword: 'abcde', confirmation: 'abcde' }), null],
    ['takes the longest length', update({ newPassword: 'abcdefgh', confirmation: 'abcdefgh' }), null],
    [
      'keeps the longest length',
      update({ newPassword: 'abcdefghi', confirmation: 'abcdefghi' }),
      'passwordRules',
    ],
    [
      'keeps the pattern as a whole',
      update({ newPassword: 'abcd!', confirmation: 'abcd!' }),
      'passwordRules',
    ],
  ])('%s', (_name, form, fault) => {
    expect(faultOf(form, rules)).toBe(fault);
  });

  it('leaves the decision to the bank where its pattern cannot be read', () => {
    const form = update({ newPassword: 'abcde', confirmation: 'abcde' });
    expect(faultOf(form, { ...rules, pattern: '(' })).toBeNull();
  });

  it('switches to update mode only for an expired password, keeping what was typed', () => {
    const running = { ...emptyPasswordForm, password: 'alt', isRunning: true };
    const expired = { code: 'traderAuth.mustUpdatePassword', message: 'abgelaufen' };
    expect(afterFailure(running, expired)).toEqual({
      ...running,
      mode: 'update',
      failure: expired,
      isRunning: false,
    });
    const wrong = { code: 'traderAuth.wrongPassword', message: '' };
    expect(afterFailure(running, wrong)).toMatchObject({ mode: 'set', password: 'alt', isRunning: false });
    expect(afterFailure(update({}), wrong).mode).toBe('update');
  });

  it('never sends unequal new passwords (property)', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string({ minLength: 1 }),
        (newPassword, confirmation, password) => {
          fc.pre(newPassword !== confirmation);
          expect(faultOf(update({ password, newPassword, confirmation }), null)).not.toBeNull();
        },
      ),
    );
  });
});
