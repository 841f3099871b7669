import { useMutation, useQuery } from '@tanstack/react-query';
import { changeDisplaySettings, displaySettingsQuery } from '../../platform/display-settings.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Theme and start page. Each choice takes effect and is stored at once. */
export function DisplaySection() {
  const settings = useQuery(displaySettingsQuery);
  const change = useMutation({
    mutationFn: changeDisplaySettings,
    onSuccess: () => showToast(t('settings.display.saved')),
    onError: showApiError,
  });
  const { data } = settings;
  return (
    <Card title={t('settings.display.title')}>
      {settings.isPending ? <Skeleton lines={4} /> : null}
      {settings.error ? <LoadError error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {data ? (
        <>
          <div className="settings__line">
            <strong>{t('settings.display.theme')}</strong>
            <SegmentedControl
              label={t('settings.display.theme')}
              value={data.theme}
              options={[
                { value: 'system', label: t('settings.display.system') },
                { value: 'light', label: t('settings.display.light') },
                { value: 'dark', label: t('settings.display.dark') },
              ]}
              onChange={(theme) => change.mutate({ theme })}
            />
          </div>
          <SelectField
            label={t('settings.display.startPage')}
            value={data.startPage}
            options={[
              { value: '/contracts', label: t('shell.nav.contracts') },
              { value: '/customers', label: t('shell.nav.customers') },
              { value: '/workbench', label: t('shell.nav.workbench') },
            ]}
            onChange={(startPage) => {
              if (startPage !== '') change.mutate({ startPage });
            }}
          />
        </>
      ) : null}
    </Card>
  );
}
