import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { expect, it } from 'vitest';
import { commandOf, goLettersOf, openShellDialog, typedAfter, useShellDialog } from './shell-keys.ts';

const press = (key: string, more: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, hasModifier: false, isTyping: false, isAfterGo: false, isOpening: false, ...more });

it('letters mean nothing while a window they are typed for is still on its way', () => {
  for (const key of ['n', '?', 'v']) expect(press(key, { isOpening: true, isAfterGo: true })).toBeNull();
  expect(press('z', { isOpening: true, hasModifier: true })).toBeNull();
  expect(press('k', { isOpening: true, hasModifier: true })).toEqual({ kind: 'open', dialog: 'palette' });
});

it('keys mean something unless somebody types', () => {
  expect(press('n')).toEqual({ kind: 'next' });
  expect(press('?')).toEqual({ kind: 'open', dialog: 'help' });
  expect(press('v', { isAfterGo: true })).toEqual({ kind: 'go', letter: 'v' });
  for (const key of ['n', '?', 'v']) expect(press(key, { isTyping: true, isAfterGo: true })).toBeNull();
  expect([press('v'), press('x', { isAfterGo: true }), press('toString', { isAfterGo: true })]).toEqual([
    null,
    null,
    null,
  ]);
});

it('letters lead to pages one may stay on: a customer has none of the house’s', () => {
  const user = {
    permissions: ['contracts.view', 'customers.view', 'documents.view'],
    mustChangePassword: false,
    // Only this one is read.
    clientConfig: { requireSecondFactor: false } as AuthenticatedUser['clientConfig'],
  };
  expect(goLettersOf(user)).toEqual(['v', 'k', 'd']);
  expect(goLettersOf({ ...user, ownCustomerId: 'c' })).toEqual([]);
  expect(goLettersOf(null)).toEqual([]);
});

it('the search opens from anywhere, and other combinations stay the browser’s', () => {
  expect(press('K', { hasModifier: true, isTyping: true })).toEqual({ kind: 'open', dialog: 'palette' });
  expect([press('n', { hasModifier: true }), press('?', { hasModifier: true })]).toEqual([null, null]);
});

it('Strg+Z takes the newest deletion back, but never what somebody types', () => {
  expect(press('z', { hasModifier: true })).toEqual({ kind: 'undo' });
  expect(press('z', { hasModifier: true, isTyping: true })).toBeNull();
});

it('what is typed for a window on its way is kept for its field', () => {
  const typed = ['n', 'o', 'Shift', 'R', 'Backspace', 'ö', 'Tab', '😀', 'Backspace'].reduce(
    (before, key) => typedAfter(before, key) ?? before,
    '',
  );
  expect([typed, typedAfter('', 'Backspace'), typedAfter('a', 'Dead')]).toEqual(['noö', '', null]);
  openShellDialog('palette');
  useShellDialog.setState({ typed });
  openShellDialog('palette');
  expect(useShellDialog.getState()).toEqual({ dialog: 'palette', typed: 'noö' });
  openShellDialog(null);
  expect(useShellDialog.getState()).toEqual({ dialog: null, typed: '' });
});
