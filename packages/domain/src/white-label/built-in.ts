/**
 * How the product looks where no configuration belongs to the host: in a new house, and in the browser when none can be loaded.
 * The colours keep a contrast of 4.5 : 1 to white (WCAG 2.2, 1.4.3).
 */
export const builtInWhiteLabel = {
  whiteLabelId: null,
  tenantId: null,
  applicationTitle: 'Depotwerk',
  favicon: '/favicon.svg',
  shortcutIcons: [],
  logo: null,
  logoDark: null,
  primaryColour: '#0f5566',
  accentColour: '#b35c00',
  fontFamily: null,
  registrationMode: 0 as const,
  languages: ['de', 'en'],
  supportPhone: null,
  supportMail: null,
  imprintUrl: null,
  privacyUrl: null,
  termsUrl: null,
  accessibilityStatementUrl: null,
  loginHint: null,
  oidcProviders: [],
  features: { depotanalysis: false, preregistration: true, bankCredentials: true, esg: true, bulk: true },
  allowedFrameAncestors: [],
  isDemo: false,
};
