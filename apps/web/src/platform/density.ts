import { create } from 'zustand';

type Density = 'comfortable' | 'compact';

const storageKey = 'depotwerk.density';

/** How close together the rows of tables stand. */
export const useDensity = create<{ density: Density }>()(() => ({ density: 'comfortable' }));

let own: Density = 'comfortable';
let override: Density | null = null;

/** Takes the choice over for this device, so that the next start does not jump; a look is no secret. */
export function chooseDensity(density: Density): void {
  try {
    if (density === 'compact') localStorage.setItem(storageKey, density);
    else localStorage.removeItem(storageKey);
  } catch {
    // Blocked storage: the choice then holds until the page is left.
  }
  own = density;
  apply();
}

/** While a view of a list says how close its rows stand, that holds instead; null = what the user chose. */
export function overrideDensity(density: Density | null): void {
  override = density;
  apply();
}

function apply(): void {
  const density = override ?? own;
  document.documentElement.dataset['density'] = density;
  useDensity.setState({ density });
}

/** Applies what this device had last; call once at the start. */
export function startDensity(): void {
  try {
    own = localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    // Blocked storage: the usual one.
  }
  apply();
}
