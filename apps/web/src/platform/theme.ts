import { create } from 'zustand';

/** The user's choice; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/**
 * `public/theme-boot.js` reads the same key and values before the first paint, so that a dark page never flashes white; where
 * storage is blocked, the system's choice is the best guess. It stands alone because the content security policy forbids
 * scripts in index.html, and without these words because every visitor loads it; `theme-boot.test.ts` holds both to one look.
 */
const storageKey = 'depotwerk.theme';

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export const useTheme = create<{ choice: ThemeChoice; isDark: boolean }>()(() => ({
  choice: 'system',
  isDark: false,
}));

/** Takes the choice over for this device. A look is no secret, so it may outlive the session. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Blocked storage: the choice then holds until the page is left.
  }
  apply(choice);
}

function apply(choice: ThemeChoice): void {
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  useTheme.setState({ choice, isDark });
}

/** Applies the stored choice and follows the device from now on; call once at the start. */
export function startTheme(): void {
  apply(storedChoice());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    apply(useTheme.getState().choice),
  );
}
