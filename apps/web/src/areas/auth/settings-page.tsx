import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { SectionNav } from '../../shell/section-layout.tsx';
import { t } from '../../texts/texts.ts';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { settingsSections } from './settings-sections.ts';
import './settings-page.css';

const ProfileSection = lazy(async () => ({
  default: (await import('./profile-section.tsx')).ProfileSection,
}));
const PasswordSection = lazy(async () => ({
  default: (await import('./password-section.tsx')).PasswordSection,
}));
const SecondFactorSection = lazy(async () => ({
  default: (await import('./second-factor-section.tsx')).SecondFactorSection,
}));
const SessionsSection = lazy(async () => ({
  default: (await import('./sessions-section.tsx')).SessionsSection,
}));
const BankCredentialsSection = lazy(async () => ({
  default: (await import('../traders/public/bank-credentials-section.tsx')).BankCredentialsSection,
}));
const ApiTokensSection = lazy(async () => ({
  default: (await import('./api-tokens-section.tsx')).ApiTokensSection,
}));
const PrivacySection = lazy(async () => ({
  default: (await import('./privacy-section.tsx')).PrivacySection,
}));
const NotificationsSection = lazy(async () => ({
  default: (await import('../notifications/public/notifications-section.tsx')).NotificationsSection,
}));
const SavedViewsSection = lazy(async () => ({
  default: (await import('./saved-views-section.tsx')).SavedViewsSection,
}));
const DisplaySection = lazy(async () => ({
  default: (await import('./display-section.tsx')).DisplaySection,
}));

const sectionPages: Readonly<Record<string, typeof PasswordSection>> = {
  profile: ProfileSection,
  password: PasswordSection,
  'second-factor': SecondFactorSection,
  sessions: SessionsSection,
  display: DisplaySection,
  notifications: NotificationsSection,
  'saved-views': SavedViewsSection,
  'bank-credentials': BankCredentialsSection,
  'api-tokens': ApiTokensSection,
  privacy: PrivacySection,
};

/** The user's own settings, one section at a time. */
export function SettingsPage() {
  const { section: name } = useParams({ from: '/shell/settings/$section' });
  const user = useSession((state) => state.user);
  const { features } = useWhiteLabel();
  const visible = settingsSections.filter(
    ({ permission, feature, isOfHouse }) =>
      (!isOfHouse || user?.ownCustomerId === undefined) &&
      (permission === undefined || hasPermission(user, permission)) &&
      (feature === undefined || features[feature]),
  );
  if (user?.viewing) {
    return (
      <>
        <PageHeader title={t('settings.title')} />
        <Card>
          <EmptyState title={t('settings.notWhileViewing')} />
        </Card>
      </>
    );
  }
  const Page = visible.some((section) => section.name === name) ? sectionPages[name] : undefined;
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="section">
        <SectionNav label={t('settings.sections')}>
          {visible.map((entry) => (
            <Link
              key={entry.name}
              to="/settings/$section"
              params={{ section: entry.name }}
              className="section__link"
            >
              {t(entry.title)}
            </Link>
          ))}
        </SectionNav>
        <div className="settings">
          {Page ? (
            <Suspense fallback={<Skeleton lines={4} />}>
              <Page />
            </Suspense>
          ) : (
            <Card>
              <EmptyState title={t('errors.auth.forbidden.title')}>
                {t('errors.auth.forbidden.message')}
              </EmptyState>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
