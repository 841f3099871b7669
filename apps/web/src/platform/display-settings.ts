import type { displaySettings } from '@depotwerk/api/auth/account';
import { getDisplaySettings, putDisplaySettings } from '@depotwerk/api/auth/account';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { otherLanguages } from '../texts/texts.ts';
import { callApi } from './api-client.ts';
import { chooseDensity } from './density.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { chooseTheme } from './theme.ts';
import { whiteLabel } from './white-label.ts';

export type DisplaySettings = z.infer<typeof displaySettings>;

export const displaySettingsQuery = queryOptions({
  queryKey: ['settings', 'display'],
  queryFn: ({ signal }) => callApi(getDisplaySettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Takes the user's theme, density and language over on this device, as soon as they are known. */
export function useStoredDisplay(): void {
  const { data } = useQuery(displaySettingsQuery);
  const { theme, density, language } = data ?? {};
  useEffect(() => {
    if (theme) chooseTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (density) chooseDensity(density);
  }, [density]);
  useEffect(() => {
    if (language && language !== document.documentElement.lang && whiteLabel().languages.includes(language))
      void otherLanguages().then(({ takeLanguage }) => takeLanguage(language, changeDisplaySettings));
  }, [language]);
}

/** Changes settings at once and stores them; takes them back and throws ApiError when that fails. */
export async function changeDisplaySettings(change: Partial<DisplaySettings>): Promise<void> {
  const before = await queryClient.ensureQueryData(displaySettingsQuery);
  const body = { ...before, ...change };
  queryClient.setQueryData(displaySettingsQuery.queryKey, body);
  try {
    const stored = await callApi(putDisplaySettings, { body });
    queryClient.setQueryData(displaySettingsQuery.queryKey, stored);
    const { user } = useSession.getState();
    if (user) {
      const clientConfig = { ...user.clientConfig, startPage: stored.startPage };
      useSession.setState({ user: { ...user, clientConfig } });
    }
  } catch (error) {
    queryClient.setQueryData(displaySettingsQuery.queryKey, before);
    throw error;
  }
}
