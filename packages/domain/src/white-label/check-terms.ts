import { prospectTermsVersion } from '../depot-analysis/consent.ts';
import {
  checkLines,
  checkName,
  type FieldIssue,
  isCalendarDay,
  issuesOf,
  noSuchDay,
} from '../master-data/field-issue.ts';
import { showsNothing } from '../shown-text.ts';

/** A version of a house's terms before it is published. */
export interface TermsDraft {
  /** As people read it: "2026-12", "Stand Mai 2027". One name means one text in the whole house. */
  readonly version: string;
  /** First day it counts; null = from now on. */
  readonly validFrom: string | null;
  /** Whether those who agreed to an earlier one are asked at their next sign-in. */
  readonly asksAgain: boolean;
  /** Plain text; an empty line parts paragraphs, a line that begins with "# " is a heading. */
  readonly content: string;
}

export const longestTermsVersion = 50;
export const longestTerms = 100_000;
/** Path at which the product shows the terms of the house a host belongs to. */
export const termsPath = '/terms';

/** Address of one version's text. */
export const termsAddress = (version: string): string =>
  `${termsPath}?version=${encodeURIComponent(version)}`;

/**
 * The name of a version as it is kept: two that read the same are one, whatever they are made of (a letter and its dots, blanks
 * that do not break, characters nobody sees).
 */
export const termsName = (version: string): string =>
  version
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What is wrong with a version before it is published on `today`. */
export function checkTerms(draft: TermsDraft, today: string): FieldIssue[] {
  const { version, validFrom, content } = draft;
  return issuesOf(
    // What people agreed to before a house had terms of its own bears this name.
    termsName(version).replaceAll(/\p{Pd}/gu, '-') === prospectTermsVersion
      ? { path: 'version', code: 'nameExists' }
      : checkName('version', version, longestTermsVersion),
    validFrom === null || isCalendarDay(validFrom)
      ? validFrom !== null && validFrom < today
        ? { path: 'validFrom', code: 'dayPassed' }
        : null
      : noSuchDay('validFrom'),
    showsNothing(content)
      ? { path: 'content', code: 'required' }
      : checkLines('content', content.replaceAll('\t', ' '), longestTerms),
  );
}

/** A piece of terms as it is shown. */
export interface TermsBlock {
  readonly kind: 'heading' | 'paragraph';
  readonly lines: readonly string[];
}

/** The text of a version cut into headings and paragraphs. */
export function termsBlocks(content: string): TermsBlock[] {
  const blocks: TermsBlock[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', lines: open });
    open = [];
  };
  for (const line of content.split(/\r?\n/).map((one) => one.trim())) {
    const heading = /^#+\s+(.+)$/.exec(line)?.[1];
    if (heading === undefined && line !== '') {
      open.push(line);
      continue;
    }
    close();
    if (heading !== undefined) blocks.push({ kind: 'heading', lines: [heading] });
  }
  close();
  return blocks;
}
