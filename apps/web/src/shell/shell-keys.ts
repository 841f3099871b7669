import { create } from 'zustand';
import { wayInstead } from '../platform/landing.ts';
import { whiteLabel } from '../platform/white-label.ts';

type ShellDialog = 'palette' | 'help';

/** Which of the shell's own windows is open, and what was typed for its field since it was asked for. */
export const useShellDialog = create<{ dialog: ShellDialog | null; typed: string }>()(() => ({
  dialog: null,
  typed: '',
}));
/** Asked for once more, a window that is still on its way keeps what was typed for it. */
export const openShellDialog = (dialog: ShellDialog | null): void =>
  useShellDialog.setState((state) => (state.dialog === dialog ? state : { dialog, typed: '' }));

/** What stands in a field after a key that was pressed before the field was there; null = the key writes nothing. */
export function typedAfter(typed: string, key: string): string | null {
  const letters = [...typed];
  if (key === 'Backspace') return letters.slice(0, -1).join('');
  return [...key].length === 1 ? typed + key : null;
}

/** Pages a letter after "g" leads to, each with the permission it takes. */
export const goKeys = {
  a: { path: '/workbench', permission: 'workbench.view', text: 'shell.nav.workbench' },
  v: { path: '/contracts', permission: 'contracts.view', text: 'shell.nav.contracts' },
  k: { path: '/customers', permission: 'customers.view', text: 'shell.nav.customers' },
  b: { path: '/trader-depots', permission: 'traderDepots.view', text: 'shell.nav.traderDepots' },
  d: { path: '/documents', permission: 'documents.view', text: 'shell.nav.documents' },
} as const;

export type GoLetter = keyof typeof goKeys;

/** The letters that lead a user to a page he may stay on: a customer has none of the house's. */
export const goLettersOf = (user: Parameters<typeof wayInstead>[0] | null): readonly GoLetter[] =>
  // Object.keys forgets the literal names.
  (Object.keys(goKeys) as GoLetter[]).filter((letter) => {
    const { path, permission } = goKeys[letter];
    return (
      user?.permissions.includes(permission) === true &&
      wayInstead(user, path) === null &&
      // As in the menu: nothing new comes to the page once the house has closed what fills it.
      (letter !== 'b' || whiteLabel().features.bankCredentials)
    );
  });

export type ShellCommand =
  | { kind: 'open'; dialog: ShellDialog }
  | { kind: 'next' | 'undo' }
  | { kind: 'go'; letter: GoLetter };

interface Pressed {
  readonly key: string;
  readonly hasModifier: boolean;
  /** Somebody types: letters are letters. */
  readonly isTyping: boolean;
  /** The key before was "g", a moment ago. */
  readonly isAfterGo: boolean;
  /** One of the shell's windows was asked for; its code may still be on its way, and what is typed is meant for it. */
  readonly isOpening: boolean;
}

/** What a key means to the shell; null = nothing. */
export function commandOf({
  key,
  hasModifier,
  isTyping,
  isAfterGo,
  isOpening,
}: Pressed): ShellCommand | null {
  if (hasModifier && key.toLowerCase() === 'k') return { kind: 'open', dialog: 'palette' };
  if (isOpening) return null;
  // While somebody types, the key belongs to what is typed.
  if (hasModifier) return key.toLowerCase() === 'z' && !isTyping ? { kind: 'undo' } : null;
  if (isTyping) return null;
  if (isAfterGo && Object.hasOwn(goKeys, key)) return { kind: 'go', letter: key as GoLetter };
  if (key === '?') return { kind: 'open', dialog: 'help' };
  return key === 'n' ? { kind: 'next' } : null;
}
