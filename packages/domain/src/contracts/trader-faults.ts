/** Why a bank did not do what it was asked, as the log calls it. `unknown` is the only kind after which work may have been done. */
export const traderFaultTexts = {
  wrongPassword: 'Passwort falsch',
  mustUpdatePassword: 'Passwort muss erneuert werden',
  locked: 'Zugang gesperrt',
  passwordRules: 'Neues Passwort entspricht nicht den Regeln der Bank',
  oldPasswordWrong: 'Bisheriges Passwort falsch',
  unavailable: 'Bank nicht erreichbar',
  refused: 'Von der Bank abgelehnt',
  missingContractConfirmation: 'Vertragsbestätigung fehlt',
  invalidCode: 'Code falsch',
  signingExpired: 'Bestätigung abgelaufen',
  transactionChanged: 'Auftrag hat sich geändert',
  notFound: 'Der Bank nicht bekannt',
  notSupported: 'Von der Bank nicht angeboten',
  unknown: 'Antwort der Bank steht aus',
} as const;
export type TraderFaultKind = keyof typeof traderFaultTexts;
