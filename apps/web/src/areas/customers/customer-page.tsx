import { t } from '../../texts/texts.ts';
import { PageHeader } from '../../ui/layout.tsx';

export function CustomerPage() {
  return <PageHeader title={t('shell.nav.customers')} />;
}
