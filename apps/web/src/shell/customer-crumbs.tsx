import { Link } from '@tanstack/react-router';
import { t } from '../texts/texts.ts';
import { crumb } from '../ui/layout.tsx';

/** The way to a page that belongs to a tab of a customer. */
export const customerCrumbs = (
  { id, name }: { readonly id: string; readonly name: string },
  tab: 'consultations' | 'profile',
) => [
  crumb('/customers', t('customers.title')),
  <Link key="customer" to="/customers/$customerId" params={{ customerId: id }} search={{ tab }}>
    {name}
  </Link>,
];
