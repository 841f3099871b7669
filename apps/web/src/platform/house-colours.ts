import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { builtInWhiteLabel as builtIn } from '@depotwerk/domain/white-label/built-in';
import { atLightness, parseColour, shiftLightness, withContrast } from './colour-contrast.ts';

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

/** Shows the colours of a house that are not the product's own. */
export function applyColours({ primaryColour, accentColour }: WhiteLabelConfig): void {
  const isOther = (colour: string, ours: string) => colour.toLowerCase() !== ours && parseColour(colour);
  const brand = isOther(primaryColour, builtIn.primaryColour) ? brandTokens(primaryColour) : undefined;
  const accent = isOther(accentColour, builtIn.accentColour) ? accentTokens(accentColour) : undefined;
  takeColoursBack();
  if (brand ?? accent)
    applyTokens({ light: { ...brand?.light, ...accent?.light }, dark: { ...brand?.dark, ...accent?.dark } });
}

let shown: CSSStyleSheet | undefined;
let usualBar: string | undefined;
const barColour = () => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');

/** Ours again, before others come. */
function takeColoursBack(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== shown);
  shown = undefined;
  if (usualBar !== undefined) barColour()?.setAttribute('content', usualBar);
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
  shown = sheet;
  document.adoptedStyleSheets.push(sheet);
  const bar = tokens.light['--brand'];
  if (!bar) return;
  usualBar ??= barColour()?.content;
  barColour()?.setAttribute('content', bar);
}
