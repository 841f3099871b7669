/** Banks whose password dialog was closed: asked for again only after the next sign-in. No secret, only numbers. */
const storageKey = 'depotwerk.dismissedBanks';

/** Issuer ids closed in this tab; logging out forgets them with the rest of the tab's storage. */
export function dismissedBanks(): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []);
  } catch {
    // Foreign or broken content counts as none.
    return new Set();
  }
}

export function dismissBank(issuerId: number): void {
  sessionStorage.setItem(storageKey, JSON.stringify([...dismissedBanks(), issuerId]));
}
