/** Why a bank did not do what a visitor asked of it, as the log calls it. `silent` and `unreadable` are its faults, the others what it says. */
export const bankFaultTexts = {
  wrongLogin: 'Anmeldename oder Passwort falsch',
  locked: 'Zugang gesperrt',
  passwordExpired: 'Passwort muss erneuert werden',
  wrongCode: 'Code falsch',
  tooManyCodes: 'Zu viele Codes angefordert',
  unknownMethod: 'Verfahren nicht angeboten',
  notConfirmed: 'Noch nicht bestätigt',
  over: 'Sitzung bei der Bank beendet',
  refused: 'Von der Bank abgelehnt',
  unavailable: 'Bank nicht erreichbar',
  silent: 'Keine Antwort der Bank',
  unreadable: 'Antwort der Bank nicht lesbar',
} as const;
/** Each kind has its words: one without does not compile. */
export type BankFaultKind = keyof typeof bankFaultTexts;
