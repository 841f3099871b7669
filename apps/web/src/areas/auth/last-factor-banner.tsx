import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/** What the loss of a factor means. */
export interface FactorLoss {
  /** It is the only one there is. */
  readonly isLast: boolean;
  /** The role demands one. */
  readonly isMandatory: boolean;
}

/** Said before the last factor goes, because the recovery codes go with it. */
export function LastFactorBanner({ isLast, isMandatory }: FactorLoss) {
  if (!isLast) return null;
  return (
    <Banner tone="warn">
      {t(isMandatory ? 'settings.secondFactor.lastMandatory' : 'settings.secondFactor.last')}
    </Banner>
  );
}
