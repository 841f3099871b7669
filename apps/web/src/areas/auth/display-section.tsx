import { useQuery } from '@tanstack/react-query';
import { displaySettingsQuery } from '../../platform/display-settings.ts';
import { t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { LanguageField } from './language-field.tsx';
import { StartPageField, useDisplayChange } from './start-page-field.tsx';

/** Theme, density, language and start page. Each choice takes effect and is stored at once. */
export function DisplaySection() {
  const settings = useQuery(displaySettingsQuery);
  const change = useDisplayChange();
  const { data } = settings;
  return (
    <Card title={t('settings.display.title')}>
      {settings.isPending ? <Skeleton lines={4} /> : null}
      {settings.error ? <QueryError query={settings} /> : null}
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
          <div className="settings__line">
            <strong>{t('settings.display.density')}</strong>
            <SegmentedControl
              label={t('settings.display.density')}
              value={data.density}
              options={[
                { value: 'comfortable', label: t('settings.display.comfortable') },
                { value: 'compact', label: t('settings.display.compact') },
              ]}
              onChange={(density) => change.mutate({ density })}
            />
          </div>
          <LanguageField />
          <StartPageField />
        </>
      ) : null}
    </Card>
  );
}
