import { formatDate } from '@depotwerk/domain/date-text';
import { t } from '../texts/texts.ts';
import { Banner } from './feedback.tsx';

/** That somebody is underage until a day, who acts meanwhile, and what of that is checked by nobody here. */
export const UnderageNotice = ({
  name,
  until,
  isAsked = false,
}: {
  name: string;
  until: string;
  /** Her profile is recorded: who answers, and for whom. */
  isAsked?: boolean;
}) => (
  <Banner tone="info" title={t('customers.underage.title', { name, date: formatDate(until) })}>
    {t(isAsked ? 'customers.underage.asked' : 'customers.underage.represented')}{' '}
    {t('customers.underage.unchecked')}
  </Banner>
);
