import { choiceParam, type RawSearch } from '../../../platform/search-params.ts';

export const versionViews = ['questions', 'scoring', 'contradictions', 'preview', 'changes'] as const;
export type VersionView = (typeof versionViews)[number];

/** Search parameters of `/admin/questionnaires/{versionId}`: what is shown first. */
export interface VersionSearch {
  view?: VersionView;
}

export function validateVersionSearch(raw: RawSearch): VersionSearch {
  const view = choiceParam(raw['view'], versionViews);
  return view === undefined ? {} : { view };
}
