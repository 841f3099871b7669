import { getDisplaySettings, putDisplaySettings } from '@depotwerk/api/auth';
import type { displaySettings } from '@depotwerk/api/auth';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { chooseTheme } from '../../platform/theme.ts';
import { t } from '../../texts/texts.ts';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';

type DisplaySettings = z.infer<typeof displaySettings>;
const queryKey = ['settings', 'display'];

/** Theme, density and start page. Each choice takes effect and is stored at once. */
export function DisplaySection() {
  const queryClient = useQueryClient();
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getDisplaySettings, {}, { signal }),
  });
  const store = useMutation({
    mutationFn: (body: DisplaySettings) => callApi(putDisplaySettings, { body }),
    onMutate: (body) => {
      const before = settings.data;
      queryClient.setQueryData(queryKey, body);
      chooseTheme(body.theme);
      return before;
    },
    onSuccess: (stored) => {
      const { user } = useSession.getState();
      if (user) {
        const clientConfig = { ...user.clientConfig, startPage: stored.startPage };
        useSession.setState({ user: { ...user, clientConfig } });
      }
      showToast(t('settings.display.saved'));
    },
    onError: (error, _body, before) => {
      queryClient.setQueryData(queryKey, before);
      if (before) chooseTheme(before.theme);
      showApiError(error);
    },
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
              onChange={(theme) => store.mutate({ ...data, theme })}
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
              onChange={(density) => store.mutate({ ...data, density })}
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
              if (startPage !== '') store.mutate({ ...data, startPage });
            }}
          />
        </>
      ) : null}
    </Card>
  );
}
