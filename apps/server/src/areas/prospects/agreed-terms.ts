import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import type { VisitedHouse } from './open-analysis.ts';

/**
 * Version of the terms somebody agrees to who becomes a client; null where the house has none that can be read: nobody
 * agrees to what is not there.
 */
export const askedTermsVersion = ({ config }: VisitedHouse): string | null =>
  config.termsUrl === null ? null : prospectTermsVersion;
