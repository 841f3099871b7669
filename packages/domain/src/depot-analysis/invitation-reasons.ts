/** Why one of many customers is not invited; `reason` of the quota is said by itself. */
export const notInvitedTexts = {
  validProfile: 'Nicht eingeladen: Das Risikoprofil gilt noch.',
  hasAccess: 'Nicht eingeladen: Der Kunde hat einen eigenen Zugang und kann die Fragen dort beantworten.',
  invited: 'Nicht eingeladen: Eine Einladung ist schon offen.',
  noMail: 'Nicht eingeladen: Eine gültige E-Mail-Adresse fehlt.',
  noDateOfBirth: 'Nicht eingeladen: Das Geburtsdatum fehlt, nach dem zu Beginn gefragt wird.',
  noFirstName: 'Nicht eingeladen: Der Vorname fehlt.',
  company: 'Nicht eingeladen: Bei einer Firma wird eine Person einzeln eingeladen.',
  blocked: 'Nicht eingeladen: Der Kunde ist gesperrt.',
  inactive: 'Nicht eingeladen: Der Kunde ist inaktiv.',
  noRight: 'Nicht eingeladen: Das Recht, diesen Kunden zu bearbeiten, fehlt.',
  dayIsFull:
    'Nicht eingeladen: So viele Einladungen, wie eine Person in 24 Stunden senden kann, sind gesendet.',
  refused: 'Nicht eingeladen: Einladungen sind inzwischen geschlossen, oder das Recht dazu fehlt.',
} as const;

export type NotInvited = keyof typeof notInvitedTexts;

/** In the order a preview names them: what can be mended first, then what is as it should be. */
export const notInvitedReasons = [
  'noMail',
  'noDateOfBirth',
  'noFirstName',
  'noRight',
  'dayIsFull',
  'company',
  'blocked',
  'inactive',
  'invited',
  'hasAccess',
  'validProfile',
  'refused',
] as const satisfies readonly NotInvited[];
