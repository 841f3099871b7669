import { useMutation, useQuery } from '@tanstack/react-query';
import { changeDisplaySettings, displaySettingsQuery } from '../../platform/display-settings.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { startPagesOf } from '../../platform/landing.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Changes how the screen looks: takes effect and is stored at once. */
export const useDisplayChange = () =>
  useMutation({
    mutationFn: changeDisplaySettings,
    onSuccess: () => showToast(t('settings.display.saved')),
    onError: showApiError,
  });

/** The page one begins on, of those that show one something. */
export function StartPageField() {
  const { data } = useQuery(displaySettingsQuery);
  const change = useDisplayChange();
  const pages = startPagesOf(useSession((state) => state.user));
  if (data === undefined || pages.length === 0) return null;
  return (
    <SelectField
      label={t('settings.display.startPage')}
      value={pages.find(({ path }) => path === data.startPage)?.path ?? pages[0]?.path ?? ''}
      options={pages.map(({ path, text }) => ({ value: path, label: t(text) }))}
      onChange={(startPage) => {
        if (startPage !== '') change.mutate({ startPage });
      }}
    />
  );
}
