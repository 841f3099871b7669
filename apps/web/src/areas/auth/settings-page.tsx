import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { settingsSections } from './settings-sections.ts';
import '../../shell/section-layout.css';
import './settings-page.css';

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
  default: (await import('../traders/bank-credentials-section.tsx')).BankCredentialsSection,
}));
const DisplaySection = lazy(async () => ({
  default: (await import('./display-section.tsx')).DisplaySection,
}));

const sectionPages: Readonly<Record<string, typeof PasswordSection>> = {
  password: PasswordSection,
  'second-factor': SecondFactorSection,
  sessions: SessionsSection,
  display: DisplaySection,
  'bank-credentials': BankCredentialsSection,
};

/** The user's own settings, one section at a time. */
export function SettingsPage() {
  const { section: name } = useParams({ from: '/shell/settings/$section' });
  const user = useSession((state) => state.user);
  const visible = settingsSections.filter(
    (section) => section.permission === undefined || hasPermission(user, section.permission),
  );
  const section = visible.find((candidate) => candidate.name === name);
  const Page = sectionPages[name];
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="section">
        <nav aria-label={t('settings.sections')} className="section__nav">
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
        </nav>
        <div className="settings">
          {Page ? (
            <Suspense fallback={<Skeleton lines={4} />}>
              <Page />
            </Suspense>
          ) : (
            <Card>
              <EmptyState title={t('shell.later')}>
                {section?.later ? t('shell.laterHint', { content: t(section.later) }) : null}
              </EmptyState>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
