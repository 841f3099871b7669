/** Pages the demo world serves in place of those of a house; outside of it there are none behind these paths. */
export const demoLegalPaths = ['/impressum', '/datenschutz', '/agb'] as const;

/** What the product says of its own accessibility. */
const ownPath = '/accessibility';

/**
 * Whether a link of an appearance is a path of its host behind which the product itself has no page, so that the web server
 * before it has to serve one there: else visitors read that the page was not found.
 */
export function isServedByOthers(address: string | null, isDemo: boolean): boolean {
  const path = (address ?? '').trim().split(/[?#]/)[0] ?? '';
  if (!/^\/(?!\/)/.test(path)) return false;
  return path !== ownPath && !(isDemo && demoLegalPaths.some((served) => served === path));
}
