import { onLogout } from '../../platform/logout.ts';

/** Banks whose password dialog was closed: asked for again only after the next sign-in. No secret, only numbers. */
const storageKey = 'depotwerk.dismissedBanks';

/** Those of a page whose storage is blocked, as in the frame of another site. */
const unstored = new Set<number>();
onLogout(() => unstored.clear());

/** Issuer ids closed in this tab; logging out forgets them with the rest of the tab's storage. */
export function dismissedBanks(): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []);
  } catch {
    // Foreign or broken content counts as none.
    return unstored;
  }
}

export function dismissBank(issuerId: number): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...dismissedBanks(), issuerId]));
  } catch {
    unstored.add(issuerId);
  }
}
