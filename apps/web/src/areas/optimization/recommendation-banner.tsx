import { type RecommendedAdvice, recommendationText } from '@depotwerk/domain/recommendation-text';
import { said, t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner } from '../../ui/feedback.tsx';

/** What is recommended, why, what it takes and brings; where nothing is wrong, that nothing needs to be done. */
export function RecommendationBanner({ advice }: { advice: RecommendedAdvice }) {
  const { title, text, tone } = recommendationText(advice);
  return (
    <Banner tone={tone} title={said(title)} role="status">
      {text === '' ? undefined : said(text)}
    </Banner>
  );
}

/** Beside the proposal that is recommended; where its check of suitability forbids that yet, it says so. */
export const RecommendedLabel = ({ isHeldBack }: { isHeldBack: boolean }) => (
  <ColourLabel tone={isHeldBack ? 'warn' : 'ok'}>
    {t(isHeldBack ? 'optimization.recommendation.heldBack' : 'optimization.recommendation.label')}
  </ColourLabel>
);
