import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';

/** An access of her own, where the house lets visitors register: her profile begins with what she answered. */
export function RegisterCard({ guid }: { guid: string }) {
  return (
    <Card title={t('auth.registration.title')}>
      <div className="stack">
        <p>{t('auth.registration.ofAnalysis')}</p>
        <div className="row">
          <Link to="/auth/registration" search={{}} hash={guid} className="ui-button ui-button--secondary">
            {t('auth.registration.title')}
          </Link>
        </div>
      </div>
    </Card>
  );
}
