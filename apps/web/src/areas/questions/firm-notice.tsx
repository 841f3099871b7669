import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/**
 * A firm knows and has experienced nothing by itself: whose answers are meant where a customer has the name of a firm and none of a
 * person (Delegated Regulation (EU) 2017/565, Art. 54(6)).
 */
export const FirmNotice = ({
  customer: { firstName, lastName, companyName },
}: {
  customer: Pick<CustomerDetail, 'firstName' | 'lastName' | 'companyName'>;
}) =>
  firstName === '' && companyName !== '' && lastName === companyName ? (
    <Banner tone="info" title={t('customers.firm.title', { name: companyName })}>
      {t('customers.firm.asked')}
    </Banner>
  ) : null;
