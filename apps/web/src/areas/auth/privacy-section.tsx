import type { OwnData } from '@depotwerk/api/auth/own-data';
import { getOwnData } from '@depotwerk/api/auth/own-data';
import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AgreedTerms } from '../../forms/agreed-terms.tsx';
import { textOrNone } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { saveFile } from '../../platform/save-file.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** What is stored of oneself, in figures, and the whole of it as a file. */
export function PrivacySection() {
  const query = useQuery({
    queryKey: ['settings', 'privacy'],
    queryFn: ({ signal }) => callApi(getOwnData, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  return (
    <Card title={t('settings.section.privacy')}>
      <p>{t('settings.privacy.intro')}</p>
      {query.isPending ? <Skeleton lines={6} /> : null}
      {query.error ? <QueryError query={query} /> : null}
      {data ? (
        <>
          {linesOf(data).map(([label, value]) => (
            <div key={label} className="settings__line">
              <strong>{label}</strong>
              <span>{value}</span>
            </div>
          ))}
          <p className="hint">{t('settings.privacy.noSecrets')}</p>
          <div className="row">
            <Button kind="primary" onClick={() => save(data)}>
              {t('settings.privacy.export')}
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  );
}

function linesOf({ account, ...data }: OwnData): readonly (readonly [string, ReactNode])[] {
  const moment = (instant: string | null) => textOrNone(instant === null ? null : formatDateTime(instant));
  const of = (entries: readonly unknown[]) => String(entries.length);
  return [
    [t('settings.privacy.since'), formatInstantDay(account.createdAt)],
    [t('settings.privacy.lastLogin'), moment(account.lastLogin)],
    [t('settings.privacy.passwordChanged'), moment(account.passwordChangedAt)],
    [t('settings.privacy.terms'), <AgreedTerms key="terms" agreed={account} />],
    [t('settings.privacy.sessions'), of(data.sessions)],
    [t('settings.privacy.devices'), of(data.devices)],
    [t('settings.privacy.passkeys'), of(data.passkeys)],
    [t('settings.privacy.recoveryCodes'), String(account.recoveryCodesLeft)],
    [t('settings.section.api-tokens'), of(data.apiTokens)],
    [
      t('settings.privacy.logEntries'),
      data.logEntryCount > data.logEntries.length
        ? t('settings.privacy.logPart', { count: data.logEntryCount, shown: data.logEntries.length })
        : String(data.logEntryCount),
    ],
  ];
}

function save(data: OwnData): void {
  const blob = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile({ blob, fileName: `Meine-Daten-${data.readAt.slice(0, 10)}.json` });
}
