import { formatDate } from '@depotwerk/domain/date-text';
import { termsBlocks, termsPath } from '@depotwerk/domain/white-label/check-terms';
import { type Language, languages } from '@depotwerk/domain/white-label/languages';
import type { AskedTerms } from '../../platform/http/asked-terms.ts';
import { escaped, plainPage } from '../../platform/http/plain-page.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readTermsText } from './terms.view.ts';
import { createWhiteLabelReader } from './white-label.view.ts';

/** Longer names of versions exist nowhere. */
const longestAsked = 200;

/** What stands around the house's own words. */
interface Frame {
  /** Its language in its own words. */
  readonly name: string;
  readonly title: string;
  readonly version: (name: string, day: string) => string;
  readonly notToday: string;
  readonly toToday: string;
  readonly none: string;
  readonly noVersion: string;
  readonly elsewhere: string;
  readonly onwards: string;
  readonly toApplication: string;
}

const frames: Readonly<Record<Language, Frame>> = {
  de: {
    name: 'Deutsch',
    title: 'Nutzungsbedingungen',
    version: (name, day) => `Fassung ${name}, gültig ab ${formatDate(day)}`,
    notToday: 'Das ist nicht die Fassung, die heute gilt.',
    toToday: 'Zur geltenden Fassung',
    none: 'Hier sind keine Nutzungsbedingungen veröffentlicht.',
    noVersion: 'Diese Fassung ist hier nicht veröffentlicht.',
    elsewhere: 'Nutzungsbedingungen des Hauses',
    onwards: 'Weiter',
    toApplication: 'Zur Anwendung',
  },
  en: {
    name: 'English',
    title: 'Terms of use',
    version: (name, day) => `Version ${name}, valid from ${day.split('-').toReversed().join('/')}`,
    notToday: 'This is not the version that is valid today.',
    toToday: 'To the valid version',
    none: 'No terms of use are published here.',
    noVersion: 'This version is not published here.',
    elsewhere: 'The firm’s terms of use',
    onwards: 'Onwards',
    toApplication: 'To the application',
  },
};

/** The languages of an `Accept-Language`, the one that is liked most first; `q=0` is one nobody wants (RFC 9110, 12.4.2). */
function likedMost(accepted: string): string[] {
  return accepted
    .split(',')
    .map((one) => {
      const [range = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      const [tag = ''] = range.split('-');
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The language of the frame: the one asked for, else the one of the browser's it likes most and the house offers, else German. */
function languageOf({ language, accepted }: AskedTerms, offered: readonly string[]): Language {
  const asked = [...(language === null ? [] : [language.toLowerCase()]), ...likedMost(accepted)];
  const spoken = languages.filter((one) => one === 'de' || offered.includes(one));
  for (const one of asked) {
    const found = spoken.find((tag) => tag === one);
    if (found) return found;
  }
  return 'de';
}

/**
 * Answers the page with the terms of the house a host belongs to: the version asked for, or that of today. Whoever agreed to one reads it
 * there as long as it is kept; nobody has to sign in for what a house publishes. The frame is said in a language the house offers, the text
 * is as the house wrote it. A house without terms says so, and where it keeps them; null at a host of no house.
 */
export function createTermsPage(
  services: Parameters<typeof createWhiteLabelReader>[0] & Pick<SignInServices, 'database'>,
): (host: string, asked: AskedTerms) => Promise<string | null> {
  const read = createWhiteLabelReader(services);
  return async (host, asked) => {
    const { version, language } = asked;
    const { config } = await read(host);
    const { tenantId, whiteLabelId, applicationTitle } = config;
    if (tenantId === null || whiteLabelId === null || (version?.length ?? 0) > longestAsked) return null;
    if (version?.includes('\0')) return null;
    const terms = await readTermsText(services.database, { tenantId, whiteLabelId, version });
    const spoken = languageOf(asked, config.languages);
    const frame = frames[spoken];
    if (terms === null) {
      // Not "page not found": whoever looks for terms is told whether there are any, and where.
      const [href, label] = config.termsVersion
        ? [termsPath, frame.toToday]
        : [config.termsUrl, frame.elsewhere];
      const body = [
        `<p>${escaped(version === null ? frame.none : frame.noVersion)}</p>`,
        `<nav aria-label="${frame.onwards}">`,
        ...(href === null || !/^(https?:\/)?\//.test(href)
          ? []
          : [`<a href="${escaped(href)}">${label}</a>`]),
        `<a href="/">${frame.toApplication}</a>`,
        '</nav>',
      ].join('\n');
      return plainPage({ title: frame.title, house: applicationTitle, language: spoken, body });
    }
    const isOlder = version !== null && terms.version !== config.termsVersion;
    // A language that was chosen on the page goes on with the reader.
    const addressOf = (query: Readonly<Record<string, string | null>>) => {
      const named = Object.entries(query).filter((one): one is [string, string] => one[1] !== null);
      return escaped([termsPath, String(new URLSearchParams(named))].filter((part) => part !== '').join('?'));
    };
    const others = languages.filter(
      (one) => one !== spoken && (one === 'de' || config.languages.includes(one)),
    );
    const content = termsBlocks(terms.content).map(({ kind, lines }) =>
      kind === 'heading'
        ? `<h2>${escaped(lines.join(' '))}</h2>`
        : `<p>${lines.map(escaped).join('<br>\n')}</p>`,
    );
    const body = [
      `<p>${escaped(frame.version(terms.version, terms.validFrom))}</p>`,
      ...(isOlder && config.termsVersion
        ? [`<p>${frame.notToday} <a href="${addressOf({ language })}">${frame.toToday}</a></p>`]
        : []),
      ...(spoken === 'de' ? content : ['<div lang="de">', ...content, '</div>']),
      `<nav aria-label="${frame.onwards}">`,
      `<a href="/">${frame.toApplication}</a>`,
      ...others.map(
        (one) =>
          `<a href="${addressOf({ version, language: one })}" hreflang="${one}" lang="${one}">${frames[one].name}</a>`,
      ),
      '</nav>',
    ].join('\n');
    return plainPage({ title: frame.title, house: applicationTitle, language: spoken, body });
  };
}
