import { t } from '../../texts/texts.ts';
import { PageHeader } from '../../ui/layout.tsx';
import { Dashboard } from './public/dashboard.tsx';

/** `/admin/dashboard` */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t('admin.dashboard')} />
      <Dashboard />
    </>
  );
}
