import { contrastOf, minimumContrast, readableShade } from '@depotwerk/domain/contrast';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { AppearanceDraft } from '@depotwerk/domain/white-label/check-appearance';
import type { CSSProperties } from 'react';
import { accentTokens, brandTokens } from '../../platform/house-colours.ts';
import { t } from '../../texts/texts.ts';

/** Beside the house's own colour in each theme, whichever the page itself is in. */
const onBrand = {
  light: { '--on-brand': '#ffffff', '--brand': '#0f5566' },
  dark: { '--on-brand': '#06262d', '--brand': '#5cc0ce' },
};

/** What the draft makes of the product, light and dark, and the shade shown where the colour cannot be read. */
export function AppearancePreview({ draft }: { draft: AppearanceDraft }) {
  const colour = colourOf(draft.primaryColour);
  const accent = colourOf(draft.accentColour);
  // As the server hands them to every page.
  const brand = colour === null ? null : brandTokens(readableShade(colour));
  const mark = accent === null ? null : accentTokens(readableShade(accent));
  const corrections = [
    correction('appearance.corrected', colour, brand?.light['--brand']),
    correction('appearance.accentCorrected', accent, mark?.light['--accent']),
  ].filter((text) => text !== null);
  return (
    <figure className="appearance__preview">
      <div className="appearance__samples">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className="appearance__sample"
            data-theme={theme}
            style={sampleStyle(theme, { ...brand?.[theme], ...mark?.[theme] }, draft.fontFamily)}
          >
            <div className="appearance__bar">
              {pictureFor(theme, draft)}
              <strong>{draft.applicationTitle.trim() || t('appearance.untitled')}</strong>
            </div>
            <span className="appearance__mark">{t('appearance.sampleMark')}</span>
            <span className="appearance__link">{t('appearance.sampleLink')}</span>
            <span className="appearance__button">{t('appearance.sampleButton')}</span>
          </div>
        ))}
      </div>
      <figcaption className="hint">
        {corrections.length > 0 ? corrections.join(' ') : t('appearance.preview')}
      </figcaption>
    </figure>
  );
}

/** null while it is being typed. */
const colourOf = (text: string) => (/^#[0-9a-f]{6}$/i.test(text.trim()) ? text.trim().toLowerCase() : null);

/** What is said of a colour that is too weak on white, with the shade shown for it; null = nothing. */
function correction(
  text: 'appearance.corrected' | 'appearance.accentCorrected',
  colour: string | null,
  shade: string | undefined,
): string | null {
  const contrast = colour === null ? null : contrastOf(colour, '#ffffff');
  if (contrast === null || contrast >= minimumContrast) return null;
  return t(text, {
    shade: shade ?? '',
    contrast: formatNumber(Math.floor(contrast * 10) / 10, 1, 1),
    limit: formatNumber(minimumContrast, 1, 1),
  });
}

function sampleStyle(
  theme: 'light' | 'dark',
  tokens: Record<string, string>,
  fontFamily: string | null,
): CSSProperties {
  const own: Record<string, string> = { ...onBrand[theme], ...tokens };
  return { ...own, ...(fontFamily !== null && { fontFamily }) };
}

function pictureFor(theme: 'light' | 'dark', { logo, logoDark }: AppearanceDraft) {
  const picture = theme === 'dark' ? (logoDark ?? logo) : logo;
  return picture === null ? null : <img src={picture} alt="" height={24} />;
}
