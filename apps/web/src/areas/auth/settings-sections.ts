import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import type { TextKey } from '../../texts/texts.ts';

export interface SettingsSection {
  name: string;
  title: TextKey;
  permission?: string | undefined;
  /** Part of the product the house may have closed. */
  feature?: keyof WhiteLabelConfig['features'] | undefined;
  /** Nothing a customer's own account has. */
  isOfHouse?: true;
}

/** Sections of `/settings/{section}` in their order. Mails about the own account are never a choice, so there is none for them. */
export const settingsSections: readonly SettingsSection[] = [
  { name: 'profile', title: 'settings.section.profile' },
  { name: 'password', title: 'settings.section.password' },
  { name: 'second-factor', title: 'settings.section.second-factor' },
  { name: 'sessions', title: 'settings.section.sessions' },
  { name: 'display', title: 'settings.section.display' },
  { name: 'notifications', title: 'settings.section.notifications', isOfHouse: true },
  { name: 'saved-views', title: 'settings.section.saved-views', isOfHouse: true },
  {
    name: 'bank-credentials',
    title: 'settings.section.bank-credentials',
    permission: 'traderCredentials.use',
    feature: 'bankCredentials',
  },
  { name: 'api-tokens', title: 'settings.section.api-tokens', permission: 'apiTokens.manage' },
  { name: 'privacy', title: 'settings.section.privacy' },
];
