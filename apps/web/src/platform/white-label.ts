import type { WhiteLabelConfig } from '@depotwerk/api/white-label';
import { whiteLabelConfig } from '@depotwerk/api/white-label';
import { builtInWhiteLabel as builtIn } from '@depotwerk/domain/white-label/built-in';
import { isPicture, isSafeLink } from '@depotwerk/domain/white-label/shown-parts';
import { timeZoneHeaders } from './time-zone-headers.ts';

/**
 * Holds when the server has none for this host, or does not answer in time; then nothing is offered that needs the server.
 * Figures that are there are shown: no house is known to have switched them off.
 */
export const builtInWhiteLabel: WhiteLabelConfig = {
  ...builtIn,
  features: {
    ...builtIn.features,
    depotanalysis: false,
    preregistration: false,
    bankCredentials: false,
    bulk: false,
  },
};

let current: WhiteLabelConfig = builtInWhiteLabel;
let loading: Promise<WhiteLabelConfig> | undefined;

/** The configuration in force. */
export function whiteLabel(): WhiteLabelConfig {
  return current;
}

/** Resolves when the configuration is known; guards wait for it. */
export function whiteLabelLoaded(): Promise<WhiteLabelConfig> {
  return loading ?? Promise.resolve(current);
}

/** Loads and applies the configuration before the application starts; at most one second, then the built-in one. */
export function startWhiteLabel(
  apiBaseUrl: string,
  fetcher: typeof fetch = fetch,
): Promise<WhiteLabelConfig> {
  loading ??= load(apiBaseUrl, fetcher).then(async (config) => {
    current = config;
    // Without its colours a house is still itself.
    await applyWhiteLabel(config).catch(() => undefined);
    return config;
  });
  return loading;
}

async function load(apiBaseUrl: string, fetcher: typeof fetch): Promise<WhiteLabelConfig> {
  const signal = AbortSignal.timeout(1000);
  try {
    let answer = await fetcher(`${apiBaseUrl}/white-label-config`, { signal, headers: timeZoneHeaders() });
    if (answer.status === 503) {
      // Busy for a moment: the second still allows another try.
      await new Promise((resolve) => setTimeout(resolve, 300));
      answer = await fetcher(`${apiBaseUrl}/white-label-config`, { signal, headers: timeZoneHeaders() });
    }
    const parsed = whiteLabelConfig.safeParse(answer.ok ? await answer.json() : undefined);
    return parsed.success ? parsed.data : builtInWhiteLabel;
  } catch {
    return builtInWhiteLabel;
  }
}

/** Colours of its own come as a file of their own: most houses have ours. */
async function applyWhiteLabel(config: WhiteLabelConfig): Promise<void> {
  document.title = config.applicationTitle;
  const favicon = document.querySelector<HTMLLinkElement>('link[data-white-label="favicon"]');
  if (favicon && isOwnOrHttps(config.favicon)) {
    favicon.removeAttribute('type');
    favicon.href = config.favicon;
  }
  for (const icon of config.shortcutIcons.filter((entry) => isOwnOrHttps(entry.href))) {
    const link = document.createElement('link');
    link.rel = icon.sizes === '180x180' ? 'apple-touch-icon' : 'icon';
    link.setAttribute('sizes', icon.sizes);
    link.type = icon.type;
    link.href = icon.href;
    document.head.append(link);
  }
  if (config.fontFamily) document.documentElement.style.setProperty('--font', config.fontFamily);
  const isOther = (colour: string, ours: string) => colour.toLowerCase() !== ours;
  if (
    isOther(config.primaryColour, builtIn.primaryColour) ||
    isOther(config.accentColour, builtIn.accentColour)
  ) {
    const { applyColours } = await import('./house-colours.ts');
    applyColours(config);
  }
}

function isOwnOrHttps(address: string): boolean {
  return isSafeLink(address) || isPicture(address);
}
