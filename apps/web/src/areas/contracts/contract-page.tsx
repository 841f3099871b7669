import { t } from '../../texts/texts.ts';
import { PageHeader } from '../../ui/layout.tsx';

export function ContractPage() {
  return <PageHeader title={t('shell.nav.contracts')} />;
}
