import { checkName, checkText, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';
import type { GroupRight } from '../permissions.ts';

/** A value of the groups claim and what it gives. */
export interface ClaimMapping {
  readonly claimValue: string;
  readonly roleId: string | null;
  readonly groupId: string | null;
  readonly groupRights: readonly GroupRight[];
}

/** The provider people sign in through, as the form holds it. */
export interface IdentityProviderDraft {
  readonly issuer: string;
  readonly clientId: string;
  /** null = as stored. */
  readonly clientSecret: string | null;
  readonly buttonText: string;
  readonly isActive: boolean;
  readonly groupsClaim: string | null;
  readonly mappings: readonly ClaimMapping[];
  readonly unknownPeople: 'refuse' | 'create';
  readonly defaultRoleId: string | null;
  readonly acceptsFactor: boolean;
  readonly factorValues: readonly string[];
}

/** What the form suggests before there is a provider. */
export const emptyProvider = {
  issuer: '',
  clientId: '',
  buttonText: '',
  isActive: false,
  groupsClaim: null,
  mappings: [],
  unknownPeople: 'refuse',
  defaultRoleId: null,
  acceptsFactor: false,
  factorValues: ['mfa'],
} as const satisfies Partial<IdentityProviderDraft>;

/** Whether an address is one of this machine, where nobody listens between. */
const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** An issuer is an https address without query, fragment and sign-in data; plain http on this machine only. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  return isSafe && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** What is wrong with the settings of a provider. */
export function checkIdentityProvider(draft: IdentityProviderDraft): FieldIssue[] {
  return issuesOf(
    checkName('issuer', draft.issuer, 500) ??
      (isIssuer(draft.issuer) ? null : { path: 'issuer', code: 'webAddress' }),
    checkName('clientId', draft.clientId, 300),
    checkText('clientSecret', draft.clientSecret, 500),
    checkName('buttonText', draft.buttonText, 60),
    draft.groupsClaim === null && draft.mappings.length > 0
      ? { path: 'groupsClaim', code: 'required' }
      : checkText('groupsClaim', draft.groupsClaim, 100),
    draft.acceptsFactor && draft.factorValues.length === 0
      ? { path: 'factorValues', code: 'required' }
      : null,
    draft.unknownPeople === 'create' && draft.defaultRoleId === null
      ? { path: 'defaultRoleId', code: 'required' }
      : null,
    ...draft.mappings.flatMap(({ claimValue, roleId, groupId, groupRights }, index) => [
      checkName(`mappings.${index}.claimValue`, claimValue, 300),
      roleId === null && groupId === null
        ? ({ path: `mappings.${index}.roleId`, code: 'required' } as const)
        : null,
      groupId !== null && groupRights.length === 0
        ? ({ path: `mappings.${index}.groupRights`, code: 'required' } as const)
        : null,
    ]),
  );
}
