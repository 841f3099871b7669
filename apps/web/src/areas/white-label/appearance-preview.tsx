import { contrastOf, minimumContrast } from '@depotwerk/domain/contrast';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import type { AppearanceDraft } from '@depotwerk/domain/white-label/check-appearance';
import type { CSSProperties } from 'react';
import { brandTokens } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';

/** Beside the house's own colour in each theme, whichever the page itself is in. */
const onBrand = {
  light: { '--on-brand': '#ffffff', '--brand': '#0f5566' },
  dark: { '--on-brand': '#06262d', '--brand': '#5cc0ce' },
};

/** What the draft makes of the product, light and dark, and the shade shown where the colour cannot be read. */
export function AppearancePreview({ draft }: { draft: AppearanceDraft }) {
  const colour = draft.primaryColour.trim().toLowerCase();
  const isColour = /^#[0-9a-f]{6}$/.test(colour);
  const tokens = isColour ? brandTokens(colour) : null;
  const contrast = isColour ? contrastOf(colour, '#ffffff') : null;
  return (
    <figure className="appearance__preview">
      <div className="appearance__samples">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className="appearance__sample"
            data-theme={theme}
            style={sampleStyle(theme, tokens?.[theme], draft.fontFamily)}
          >
            <div className="appearance__bar">
              {pictureFor(theme, draft)}
              <strong>{draft.applicationTitle.trim() || t('appearance.untitled')}</strong>
            </div>
            <span className="appearance__link">{t('appearance.sampleLink')}</span>
            <span className="appearance__button">{t('appearance.sampleButton')}</span>
          </div>
        ))}
      </div>
      <figcaption className="hint">
        {contrast !== null && contrast < minimumContrast
          ? t('appearance.corrected', {
              shade: tokens?.light['--brand'] ?? '',
              contrast: formatNumberDe(Math.floor(contrast * 10) / 10, 1, 1),
              limit: formatNumberDe(minimumContrast, 1, 1),
            })
          : t('appearance.preview')}
      </figcaption>
    </figure>
  );
}

function sampleStyle(
  theme: 'light' | 'dark',
  tokens: Record<string, string> | undefined,
  fontFamily: string | null,
): CSSProperties {
  const own: Record<string, string> = { ...onBrand[theme], ...tokens };
  return { ...own, ...(fontFamily !== null && { fontFamily }) };
}

function pictureFor(theme: 'light' | 'dark', { logo, logoDark }: AppearanceDraft) {
  const picture = theme === 'dark' ? (logoDark ?? logo) : logo;
  return picture === null ? null : <img src={picture} alt="" height={24} />;
}
