import type { RawSearch } from '../platform/search-params.ts';
import { dialogParams } from '../shell/dialog-params.ts';

/** What belongs to no page: the dialog above any of them. */
const ofDialogs: ReadonlySet<string> = new Set(dialogParams);

/**
 * Gives a page only those members of the address that its check takes. The router lays them over everything that stands
 * there, so that a member the check leaves out would reach the page, and the server, as it was typed.
 */
export function takenOnly<Search extends object>(check: (raw: RawSearch) => Search) {
  return (raw: RawSearch): Search => {
    const left = Object.keys(raw).filter((name) => !ofDialogs.has(name));
    return { ...Object.fromEntries(left.map((name) => [name, undefined])), ...check(raw) };
  };
}
