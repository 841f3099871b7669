import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { whiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { builtInWhiteLabel as builtIn } from '@depotwerk/domain/white-label/built-in';
import { isPicture, isSafeLink } from '@depotwerk/domain/white-label/shown-parts';
import { useSyncExternalStore } from 'react';
import { partIsAway } from './api-error.ts';
import { timeZoneHeaders } from './time-zone-headers.ts';
import { parseKnown } from './without-unknown.ts';

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

/** What the start waits for the configuration. */
const startMilliseconds = 1000;

let current: WhiteLabelConfig = builtInWhiteLabel;
let loading: Promise<WhiteLabelConfig> | undefined;
/** Address of the API, once the application has started. */
let apiAddress: string | undefined;
const listeners = new Set<() => void>();

/** The configuration in force. */
export function whiteLabel(): WhiteLabelConfig {
  return current;
}

/** The configuration in force, for what is on screen while it changes. */
export function useWhiteLabel(): WhiteLabelConfig {
  return useSyncExternalStore(followWhiteLabel, whiteLabel);
}

/** Tells `listener` of each change. Answers what ends that. */
function followWhiteLabel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has said what belongs to this host, be it nothing. */
let isKnown = false;

/** How many times it was asked for again, and which of them is shown: a late answer does not replace a newer one. */
let [asked, answered] = [0, 0];

/** Nothing on screen waits for what is asked for again: a slow line, or a busy server, has time for its answer. */
const lateMilliseconds = 10_000;

/**
 * Asks for the configuration again and shows what has changed: after it was saved, when a page is opened, and where the
 * start went on without it. Without an answer, what was shown stays.
 */
export async function refreshWhiteLabel(fetcher: typeof fetch = fetch): Promise<void> {
  // Before the application has started there is nothing to compare with.
  if (apiAddress === undefined) return;
  const turn = ++asked;
  const config = await ask(apiAddress, fetcher, lateMilliseconds);
  if (config === undefined || turn < answered) return;
  answered = turn;
  if (JSON.stringify(config) === JSON.stringify(current)) return;
  const formerTitle = current.applicationTitle;
  current = config;
  // The page keeps its own name in the browser's tab.
  if (document.title.endsWith(formerTitle))
    document.title =
      document.title.slice(0, document.title.length - formerTitle.length) + config.applicationTitle;
  await applyWhiteLabel(config).catch(() => undefined);
  for (const listener of listeners) listener();
}

/** The server may answer from what it read this long ago. */
const keptMilliseconds = 1000;

/** Shows what was just saved, also where the server still has what it read before for somebody else. */
export async function showSavedWhiteLabel(fetcher: typeof fetch = fetch): Promise<void> {
  await refreshWhiteLabel(fetcher);
  setTimeout(() => void refreshWhiteLabel(fetcher), keptMilliseconds + 100);
}

/** Resolves when the configuration is known; guards wait for it. */
export function whiteLabelLoaded(): Promise<WhiteLabelConfig> {
  return (loading ?? Promise.resolve()).then(whiteLabel);
}

/**
 * Mode of registration as the server says it. On a slow line the start goes on without it; whoever would be turned away by what is
 * built in waits for the answer instead.
 * @throws ApiError when the server cannot be reached
 */
export async function knownRegistrationMode(fetcher?: typeof fetch): Promise<number> {
  await whiteLabelLoaded();
  if (!isKnown) await refreshWhiteLabel(fetcher);
  if (!isKnown) partIsAway(undefined);
  return current.registrationMode;
}

/** Whether visitors may ask for an access by themselves; by invitation (2) they follow its link. */
export const mayRegister = (mode: number): boolean => mode === 1 || mode === 3;

/**
 * Loads and applies the configuration before the application starts; at most one second, then the built-in one until the
 * answer is there: on a slow line nobody goes without the look of the house, and without what it offers.
 */
export function startWhiteLabel(
  apiBaseUrl: string,
  fetcher: typeof fetch = fetch,
): Promise<WhiteLabelConfig> {
  loading ??= ask(apiBaseUrl, fetcher, startMilliseconds).then(async (answer) => {
    const config = answer ?? builtInWhiteLabel;
    apiAddress = apiBaseUrl;
    current = config;
    document.title = config.applicationTitle;
    // Without its colours a house is still itself.
    await applyWhiteLabel(config).catch(() => undefined);
    if (!isKnown) void refreshWhiteLabel(fetcher);
    return config;
  });
  return loading;
}

/** What the server has for this host; nothing where it has none or does not answer in time. */
async function ask(
  apiBaseUrl: string,
  fetcher: typeof fetch,
  patienceMs: number,
): Promise<WhiteLabelConfig | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    let answer = await fetcher(`${apiBaseUrl}/white-label-config`, { signal, headers: timeZoneHeaders() });
    if (answer.status === 503) {
      // Busy for a moment: the second still allows another try.
      await new Promise((resolve) => setTimeout(resolve, 300));
      answer = await fetcher(`${apiBaseUrl}/white-label-config`, { signal, headers: timeZoneHeaders() });
    }
    const parsed = parseKnown(whiteLabelConfig, answer.ok ? await answer.json() : undefined);
    isKnown ||= parsed.success || answer.status === 404;
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a house's own colours were shown: then they have to be taken back too. */
let hasOwnColours = false;

/** Colours of its own come as a file of their own: most houses have ours. */
async function applyWhiteLabel(config: WhiteLabelConfig): Promise<void> {
  const favicon = document.querySelector<HTMLLinkElement>('link[data-white-label="favicon"]');
  if (favicon && isOwnOrHttps(config.favicon)) {
    favicon.removeAttribute('type');
    favicon.href = config.favicon;
  }
  for (const former of document.querySelectorAll('link[data-white-label="shortcut"]')) former.remove();
  for (const icon of config.shortcutIcons.filter((entry) => isOwnOrHttps(entry.href))) {
    const link = document.createElement('link');
    link.rel = icon.sizes === '180x180' ? 'apple-touch-icon' : 'icon';
    link.setAttribute('sizes', icon.sizes);
    link.type = icon.type;
    link.href = icon.href;
    link.dataset['whiteLabel'] = 'shortcut';
    document.head.append(link);
  }
  if (config.fontFamily) document.documentElement.style.setProperty('--font', config.fontFamily);
  else document.documentElement.style.removeProperty('--font');
  const isOther = (colour: string, ours: string) => colour.toLowerCase() !== ours;
  if (
    hasOwnColours ||
    isOther(config.primaryColour, builtIn.primaryColour) ||
    isOther(config.accentColour, builtIn.accentColour)
  ) {
    const { applyColours } = await import('./house-colours.ts');
    applyColours(config);
    hasOwnColours = true;
  }
}

function isOwnOrHttps(address: string): boolean {
  return isSafeLink(address) || isPicture(address);
}
