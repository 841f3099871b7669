import { flagParam, textParam } from '../../../platform/search-params.ts';

export interface WizardSearch {
  /** Page of the workshop the user came from and goes back to after saving. */
  returnTo?: string | undefined;
  /** The stored draft is continued without asking: the user comes back on his own way. */
  resume?: boolean | undefined;
  /** The component the user has just created and comes back with. */
  created?: string | undefined;
}

/** The way back with what was created under way. */
export const withCreated = (returnTo: string, id: string): string =>
  `${returnTo}${returnTo.includes('?') ? '&' : '?'}created=${id}`;

/** Search parameters of every wizard. Only ways inside the workshop are taken. */
export function validateWizardSearch(search: Record<string, unknown>): WizardSearch {
  const created = textParam(search['created']);
  const returnTo = textParam(search['returnTo']);
  return {
    ...(returnTo !== undefined && /^\/admin\/tariff[\w\-/]*(\?resume=true)?$/.test(returnTo)
      ? { returnTo }
      : {}),
    ...(flagParam(search['resume']) === true ? { resume: true } : {}),
    ...(created === undefined ? {} : { created }),
  };
}
