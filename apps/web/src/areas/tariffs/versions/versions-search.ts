import type { RawSearch } from '../../../platform/search-params.ts';
import { choiceParam, guidParam, integerParam } from '../../../platform/search-params.ts';

export const versionViews = ['history', 'compare', 'impact', 'performance'] as const;
export type VersionView = (typeof versionViews)[number];

/** Search parameters of a tariff's versions. */
export interface VersionsSearch {
  /** Absent = history. */
  view?: Exclude<VersionView, 'history'>;
  /** Versions compared: the older and the newer one. */
  a?: number;
  /** Tariff the compared version `a` is of; absent = the same. */
  other?: string;
  b?: number;
  /** Version whose impact is shown. */
  version?: number;
}

export function validateVersionsSearch(raw: RawSearch): VersionsSearch {
  const view = choiceParam(raw['view'], ['compare', 'impact', 'performance'] as const);
  const [a, b, version] = ['a', 'b', 'version'].map((name) => integerParam(raw[name], 1, 1_000_000));
  const other = guidParam(raw['other']);
  return {
    ...(view !== undefined && { view }),
    ...(a !== undefined && { a }),
    ...(other !== undefined && { other }),
    ...(b !== undefined && { b }),
    ...(version !== undefined && { version }),
  };
}
