import type { User } from '@depotwerk/api/users/users';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { t } from '../texts/texts.ts';

/** Which version of the terms somebody agreed to, and when; or that nothing of the kind is kept. */
export const agreedTermsText = (agreed: Pick<User, 'termsVersion' | 'termsAcceptedAt'>): string =>
  agreed.termsVersion === null || agreed.termsAcceptedAt === null
    ? t('masterData.termsNotAgreed')
    : t('masterData.termsAgreed', {
        version: agreed.termsVersion,
        moment: formatDateTime(agreed.termsAcceptedAt),
      });
