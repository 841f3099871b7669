import type { WhiteLabelConfig } from '@depotwerk/api/white-label';

/** Used where no configuration belongs to the host, and by the browser when none can be loaded. */
export const builtInWhiteLabel: WhiteLabelConfig = {
  whiteLabelId: null,
  tenantId: null,
  applicationTitle: 'Depotwerk',
  favicon: '/favicon.svg',
  shortcutIcons: [],
  logo: null,
  logoDark: null,
  primaryColour: '#0b5c6b',
  accentColour: '#7a4a00',
  fontFamily: null,
  registrationMode: 0,
  languages: ['de'],
  supportPhone: null,
  supportMail: null,
  imprintUrl: null,
  privacyUrl: null,
  termsUrl: null,
  accessibilityStatementUrl: null,
  loginHint: null,
  oidcProviders: [],
  features: { depotanalysis: false, preregistration: false, bankCredentials: true, esg: true, bulk: true },
  allowedFrameAncestors: [],
  isDemo: false,
};
