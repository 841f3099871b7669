import { formatDate } from '@depotwerk/domain/date-text';
import { termsBlocks } from '@depotwerk/domain/white-label/check-terms';
import { escaped, plainPage } from '../../platform/http/plain-page.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readTermsText } from './terms.view.ts';
import { createWhiteLabelReader } from './white-label.view.ts';

/** Longer names of versions exist nowhere. */
const longestAsked = 200;

/**
 * Answers the page with the terms of the house a host belongs to: the version asked for, or that of today. Whoever agreed to one reads it
 * there as long as it is kept; nobody has to sign in for what a house publishes. null where there is none.
 */
export function createTermsPage(
  services: Parameters<typeof createWhiteLabelReader>[0] & Pick<SignInServices, 'database'>,
): (host: string, version: string | null) => Promise<string | null> {
  const read = createWhiteLabelReader(services);
  return async (host, version) => {
    const { config } = await read(host);
    const { tenantId, whiteLabelId, applicationTitle } = config;
    if (tenantId === null || whiteLabelId === null || (version?.length ?? 0) > longestAsked) return null;
    if (version?.includes('\0')) return null;
    const terms = await readTermsText(services.database, { tenantId, whiteLabelId, version });
    if (terms === null) return null;
    const isOlder = version !== null && terms.version !== config.termsVersion;
    const body = [
      `<p>Fassung ${escaped(terms.version)}, gültig ab ${formatDate(terms.validFrom)}</p>`,
      ...(isOlder && config.termsVersion
        ? ['<p>Das ist nicht die Fassung, die heute gilt. <a href="/terms">Zur geltenden Fassung</a></p>']
        : []),
      ...termsBlocks(terms.content).map(({ kind, lines }) =>
        kind === 'heading'
          ? `<h2>${escaped(lines.join(' '))}</h2>`
          : `<p>${lines.map(escaped).join('<br>\n')}</p>`,
      ),
      '<nav aria-label="Weiter">\n<a href="/">Zur Anwendung</a>\n</nav>',
    ].join('\n');
    return plainPage({ title: 'Nutzungsbedingungen', house: applicationTitle, body });
  };
}
