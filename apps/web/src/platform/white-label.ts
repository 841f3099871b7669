import type { WhiteLabelConfig } from '@depotwerk/api/white-label';
import { whiteLabelConfig } from '@depotwerk/api/white-label';
import { builtInWhiteLabel as builtIn } from '@depotwerk/domain/white-label/built-in';
import { isPicture, isSafeLink } from '@depotwerk/domain/white-label/shown-parts';
import { atLightness, parseColour, shiftLightness, withContrast } from './colour-contrast.ts';
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
  loading ??= load(apiBaseUrl, fetcher).then((config) => {
    current = config;
    applyWhiteLabel(config);
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

type ThemeTokens = Record<'light' | 'dark', Record<string, string>>;

/** The mark of the open tab and page in both themes; lighter on dark ground. */
export function accentTokens(accentColour: string): ThemeTokens {
  const dark = withContrast(accentColour, '#162126', 4.5, 1);
  return {
    light: { '--accent': withContrast(accentColour, '#ffffff', 4.5, -1) },
    dark: { '--accent': dark },
  };
}

/** The five brand tokens for both themes, made readable where the configured colour is not. */
export function brandTokens(primaryColour: string): ThemeTokens {
  const soft = atLightness(primaryColour, 0.955, 0.018);
  const brand = withContrast(withContrast(primaryColour, '#f6f8f8', 4.5, -1), soft, 4.5, -1);
  const darkSoft = atLightness(brand, 0.3, 0.04);
  const darkBrand = withContrast(atLightness(brand, 0.75, 0.13), darkSoft, 4.5, 1);
  return {
    light: {
      '--brand': brand,
      '--brand-hover': shiftLightness(brand, -0.05),
      '--brand-soft': soft,
      '--brand-line': atLightness(brand, 0.84, 0.05),
    },
    dark: {
      '--brand': darkBrand,
      '--brand-hover': shiftLightness(darkBrand, 0.05),
      '--brand-soft': darkSoft,
      '--brand-line': atLightness(brand, 0.42, 0.05),
      '--on-brand': withContrast(atLightness(brand, 0.22, 0.04), darkBrand, 4.5, -1),
    },
  };
}

function applyWhiteLabel(config: WhiteLabelConfig): void {
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
  const isOther = (colour: string, ours: string) => colour.toLowerCase() !== ours && parseColour(colour);
  const { primaryColour, accentColour } = config;
  const brand = isOther(primaryColour, builtIn.primaryColour) ? brandTokens(primaryColour) : undefined;
  const accent = isOther(accentColour, builtIn.accentColour) ? accentTokens(accentColour) : undefined;
  if (brand ?? accent)
    applyTokens({ light: { ...brand?.light, ...accent?.light }, dark: { ...brand?.dark, ...accent?.dark } });
}

function applyTokens(tokens: ThemeTokens): void {
  const rules = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  // A constructed sheet: the content security policy forbids <style> elements but not the object model.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{${rules(tokens.light)}} @media screen{:root[data-theme='dark']{${rules(tokens.dark)}}}`,
  );
  document.adoptedStyleSheets.push(sheet);
  const bar = tokens.light['--brand'];
  if (bar) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar);
}

function isOwnOrHttps(address: string): boolean {
  return isSafeLink(address) || isPicture(address);
}
