import { mailAddressShape } from '../mail-address.ts';
import { checkColour } from '../master-data/check-colour.ts';
import {
  checkLines,
  checkName,
  checkShape,
  checkText,
  type FieldIssue,
  issuesOf,
} from '../master-data/field-issue.ts';
import { phoneNumberShape } from '../phone-number.ts';
import type { Language } from './languages.ts';
import { isPicture, isSafeLink } from './shown-parts.ts';

export const appearanceFeatures = [
  'depotanalysis',
  'preregistration',
  'bankCredentials',
  'esg',
  'bulk',
] as const;
export type AppearanceFeature = (typeof appearanceFeatures)[number];

/** Who may become a user: nobody by himself, everybody, invited ones, everybody whom an adviser lets in. */
export const registrationModes = [0, 1, 2, 3] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Families every device has one of, as style sheets name them; null = the one the product brings. Nothing is loaded from elsewhere. */
export const fontFamilies = [
  "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  "Arial, Helvetica, 'Liberation Sans', sans-serif",
  "Verdana, Tahoma, 'DejaVu Sans', sans-serif",
  "Georgia, 'Times New Roman', 'Liberation Serif', serif",
] as const;
export type FontFamily = (typeof fontFamilies)[number];

/** The appearance of a firm for its hosts, as the form holds it; null = not given. */
export interface AppearanceDraft {
  readonly applicationTitle: string;
  /** Host names that show it, in small letters and without port. */
  readonly hosts: readonly string[];
  /** Origins of apps and pages that may show the application in a frame and speak to it. */
  readonly allowedFrameAncestors: readonly string[];
  /** Pictures as `data:image/png;base64,…` or `data:image/jpeg;base64,…`. */
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly favicon: string | null;
  /** On the start screen of a phone, 180 × 180 dots. */
  readonly appIcon: string | null;
  readonly primaryColour: string;
  /** Marks where one is: the open tab, the page in the menu. */
  readonly accentColour: string;
  readonly fontFamily: FontFamily | null;
  readonly registrationMode: RegistrationMode;
  /** What people can choose from; German always. */
  readonly languages: readonly Language[];
  readonly supportPhone: string | null;
  readonly supportMail: string | null;
  /** Addresses begin with `https://`, or with `/` for a page of the same host. */
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly accessibilityStatementUrl: string | null;
  /** Said above the sign-in. */
  readonly loginHint: string | null;
  readonly features: Readonly<Record<AppearanceFeature, boolean>>;
}

/** Characters of a picture as text; some 50 kB of file. */
export const longestPicture = 70_000;
export const mostHosts = 20;
export const mostFrameAncestors = 10;

const hostShape = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * An origin that may stand around the application: `https://host`, or `http://localhost` for an app that serves its own
 * page on the device. No wildcard, nothing a header could read as more than one source.
 */
export function isFrameAncestor(origin: string): boolean {
  const [, scheme, host, port = ''] = /^(https?):\/\/([^:/]+)(:[1-9]\d{0,4})?$/.exec(origin) ?? [];
  if (scheme === undefined || host === undefined || Number(port.slice(1)) > 65_535) return false;
  return hostShape.test(host) && (scheme === 'https' || host === 'localhost');
}

/** What is wrong with an appearance. A colour with too little contrast is no fault: it is shown darker. */
export function checkAppearance(draft: AppearanceDraft): FieldIssue[] {
  return issuesOf(
    checkName('applicationTitle', draft.applicationTitle, 200),
    checkHosts(draft.hosts),
    checkFrameAncestors(draft.allowedFrameAncestors),
    checkPicture('logo', draft.logo),
    checkPicture('logoDark', draft.logoDark),
    checkPicture('favicon', draft.favicon),
    checkPicture('appIcon', draft.appIcon),
    checkHouseColour('primaryColour', draft.primaryColour),
    checkHouseColour('accentColour', draft.accentColour),
    draft.languages.includes('de') ? null : { path: 'languages', code: 'germanMissing' },
    checkText('supportPhone', draft.supportPhone, 50) ??
      checkShape('supportPhone', draft.supportPhone, phoneNumberShape, 'phoneNumber'),
    checkShape('supportMail', draft.supportMail, mailAddressShape, 'mailAddress'),
    checkLink('imprintUrl', draft.imprintUrl),
    checkLink('privacyUrl', draft.privacyUrl),
    checkLink('termsUrl', draft.termsUrl),
    checkLink('accessibilityStatementUrl', draft.accessibilityStatementUrl),
    checkLines('loginHint', draft.loginHint, 2000),
  );
}

/** A colour with too little contrast is no fault. */
const checkHouseColour = (path: string, colour: string): FieldIssue | null =>
  /^#[0-9a-f]{6}$/i.test(colour.trim()) ? null : checkColour(path, colour);

function checkLink(path: string, address: string | null): FieldIssue | null {
  return address === null || address.trim() === '' || isSafeLink(address.trim())
    ? null
    : { path, code: 'legalLink' };
}

function checkPicture(path: string, picture: string | null): FieldIssue | null {
  if (picture === null) return null;
  return picture.length <= longestPicture && isPicture(picture) ? null : { path, code: 'picture' };
}

function checkFrameAncestors(origins: readonly string[]): FieldIssue | null {
  const isGood = origins.length <= mostFrameAncestors && origins.every(isFrameAncestor);
  const params = { limit: mostFrameAncestors };
  return isGood ? null : { path: 'allowedFrameAncestors', code: 'frameAncestors', params };
}

function checkHosts(hosts: readonly string[]): FieldIssue | null {
  const isGood = hosts.length <= mostHosts && hosts.every((host) => hostShape.test(host));
  return isGood ? null : { path: 'hosts', code: 'hostNames', params: { limit: mostHosts } };
}
