import { t } from '../../texts/texts.ts';
import { PageHeader } from '../../ui/layout.tsx';

export function CustomersPage() {
  return <PageHeader title={t('shell.nav.customers')} />;
}
