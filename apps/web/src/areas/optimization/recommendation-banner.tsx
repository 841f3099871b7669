import { type RecommendedAdvice, recommendationText } from '@depotwerk/domain/recommendation-text';
import { said } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/** What is recommended, why, what it takes and brings; where nothing is wrong, that nothing needs to be done. */
export function RecommendationBanner({ advice }: { advice: RecommendedAdvice }) {
  const { title, text } = recommendationText(advice);
  return (
    <Banner tone={advice.isNeeded ? 'info' : 'ok'} title={said(title)} role="status">
      {text === '' ? undefined : said(text)}
    </Banner>
  );
}
