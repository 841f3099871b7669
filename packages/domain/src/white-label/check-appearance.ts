import { checkColour } from '../master-data/check-peergroup.ts';
import { checkName, checkShape, checkText, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

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

/** The appearance of a firm for its hosts, as the form holds it; null = not given. */
export interface AppearanceDraft {
  readonly applicationTitle: string;
  /** Host names that show it, in small letters and without port. */
  readonly hosts: readonly string[];
  /** Pictures as `data:image/png;base64,…` or `data:image/jpeg;base64,…`. */
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly favicon: string | null;
  readonly primaryColour: string;
  readonly registrationMode: RegistrationMode;
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

const hostShape = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const mailShape = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,180}$/;

/** What is wrong with an appearance. A colour with too little contrast is no fault: it is shown darker. */
export function checkAppearance(draft: AppearanceDraft): FieldIssue[] {
  return issuesOf(
    checkName('applicationTitle', draft.applicationTitle, 200),
    checkHosts(draft.hosts),
    checkPicture('logo', draft.logo),
    checkPicture('logoDark', draft.logoDark),
    checkPicture('favicon', draft.favicon),
    /^#[0-9a-f]{6}$/i.test(draft.primaryColour.trim())
      ? null
      : checkColour('primaryColour', draft.primaryColour),
    checkText('supportPhone', draft.supportPhone, 50),
    checkShape('supportMail', draft.supportMail, mailShape, 'mailAddress'),
    checkLink('imprintUrl', draft.imprintUrl),
    checkLink('privacyUrl', draft.privacyUrl),
    checkLink('termsUrl', draft.termsUrl),
    checkLink('accessibilityStatementUrl', draft.accessibilityStatementUrl),
    checkText('loginHint', draft.loginHint, 2000),
  );
}

/** An address links may lead to: `https://…`, or a page of the same host (`/impressum`). */
export function isSafeLink(address: string): boolean {
  if (address.length > 500 || /[\s\p{Cc}\\]/u.test(address)) return false;
  if (/^\/(?!\/)/.test(address)) return true;
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** Dots a side of a picture: more is unfolded in memory by whoever draws it. */
export const longestSide = 2_000;

/** A picture by its first bytes and its own size: PNG or JPEG, as the text says, and not too large to be drawn. */
export function isPicture(address: string): boolean {
  const match = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address);
  if (!match?.[2] || match[2].length % 4 !== 0) return false;
  const bytes = Uint8Array.from(atob(match[2]), (character) => character.codePointAt(0) ?? 0);
  const sides = match[1] === 'png' ? pngSides(bytes) : jpegSides(bytes);
  return sides !== null && sides.every((side) => side > 0 && side <= longestSide);
}

const number = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.slice(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** Width and height of the header that every PNG begins with (ISO/IEC 15948, 11.2.2). */
function pngSides(bytes: Uint8Array): [number, number] | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 24 || signature.some((byte, at) => bytes[at] !== byte)) return null;
  return [number(bytes, 16, 4), number(bytes, 20, 4)];
}

/** Height and width of the first frame of a JPEG (ISO/IEC 10918-1, B.2.2). */
function jpegSides(bytes: Uint8Array): [number, number] | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [number(bytes, at + 5, 2), number(bytes, at + 7, 2)];
    at += 2 + number(bytes, at + 2, 2);
  }
  return null;
}

function checkLink(path: string, address: string | null): FieldIssue | null {
  return address === null || address.trim() === '' || isSafeLink(address.trim())
    ? null
    : { path, code: 'legalLink' };
}

function checkPicture(path: string, picture: string | null): FieldIssue | null {
  if (picture === null) return null;
  return picture.length <= longestPicture && isPicture(picture) ? null : { path, code: 'picture' };
}

function checkHosts(hosts: readonly string[]): FieldIssue | null {
  const isGood = hosts.length <= mostHosts && hosts.every((host) => hostShape.test(host));
  return isGood ? null : { path: 'hosts', code: 'hostNames', params: { limit: mostHosts } };
}
