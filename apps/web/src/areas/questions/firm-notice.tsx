import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { isFirm } from '@depotwerk/domain/customers/is-firm';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/**
 * A firm knows and has experienced nothing by itself: whose answers are meant where a customer has the name of a firm and none of a
 * person (Delegated Regulation (EU) 2017/565, Art. 54(6)).
 */
export const FirmNotice = ({
  customer,
}: {
  customer: Pick<CustomerDetail, 'firstName' | 'lastName' | 'companyName'>;
}) =>
  isFirm(customer) ? (
    <Banner tone="info" title={t('customers.firm.title', { name: customer.companyName ?? '' })}>
      {t('customers.firm.asked')}
    </Banner>
  ) : null;
