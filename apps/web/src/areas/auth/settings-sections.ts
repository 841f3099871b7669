import type { TextKey } from '../../texts/texts.ts';

export interface SettingsSection {
  name: string;
  title: TextKey;
  /** What comes there; absent when the section works. */
  later?: TextKey | undefined;
  permission?: string | undefined;
}

/** Sections of `/settings/{section}` in their order (G-14). */
export const settingsSections: readonly SettingsSection[] = [
  { name: 'profile', title: 'settings.section.profile', later: 'later.settingsProfile' },
  { name: 'password', title: 'settings.section.password' },
  { name: 'second-factor', title: 'settings.section.second-factor' },
  { name: 'sessions', title: 'settings.section.sessions' },
  { name: 'display', title: 'settings.section.display' },
  { name: 'notifications', title: 'settings.section.notifications', later: 'later.settingsNotifications' },
  {
    name: 'bank-credentials',
    title: 'settings.section.bank-credentials',
    permission: 'traderCredentials.use',
  },
  {
    name: 'api-tokens',
    title: 'settings.section.api-tokens',
    later: 'later.apiTokens',
    permission: 'apiTokens.manage',
  },
  { name: 'saved-views', title: 'settings.section.saved-views', later: 'later.settingsSavedViews' },
  { name: 'privacy', title: 'settings.section.privacy', later: 'later.settingsPrivacy' },
];
