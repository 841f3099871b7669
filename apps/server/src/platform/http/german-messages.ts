import type { ErrorCode } from '@depotwerk/api/errors';

/** Server text of every error in German: shown when the browser has no text of its own for the code. */
export const germanMessages: Record<ErrorCode, string> = {
  'common.badRequest': 'Die Anfrage ist ungültig.',
  'common.validationFailed': 'Bitte prüfen Sie die markierten Eingaben.',
  'common.idempotencyKeyMissing': 'Der Anfrage fehlt die Kennung gegen doppelte Ausführung.',
  'common.exportTooLarge': 'Die Auswahl hat mehr als 100.000 Zeilen. Bitte grenzen Sie sie mit Filtern ein.',
  'common.notFound': 'Der Eintrag wurde nicht gefunden.',
  'common.methodNotAllowed': 'Diese Methode ist hier nicht vorgesehen.',
  'common.inProgress': 'Der Vorgang läuft bereits. Bitte warten Sie einen Augenblick.',
  'common.versionConflict': 'Der Eintrag wurde zwischenzeitlich geändert. Bitte laden Sie ihn neu.',
  'common.payloadTooLarge': 'Die übertragenen Daten sind zu groß.',
  'common.unsupportedMediaType': 'Dieses Datenformat wird nicht angenommen.',
  'common.idempotencyKeyReused': 'Diese Kennung gehört bereits zu einer anderen Anfrage.',
  'common.ifMatchMissing': 'Der Anfrage fehlt die Version des Eintrags.',
  'common.tooManyRequests': 'Es wurden zu viele Anfragen gesendet. Bitte warten Sie einen Augenblick.',
  'common.unexpected':
    'Die letzte Aktion konnte nicht ausgeführt werden. Bitte versuchen Sie es später erneut.',
  'common.unavailable':
    'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es gleich erneut.',
  'auth.unauthenticated': 'Bitte melden Sie sich an.',
  'auth.invalidCredentials': 'Benutzername oder Passwort ist nicht richtig.',
  'auth.refreshTokenInvalid': 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  'auth.refreshTokenReused':
    'Ihre Sitzung wurde aus Sicherheitsgründen beendet. Bitte melden Sie sich erneut an.',
  'auth.forbidden': 'Dafür fehlt Ihnen die Berechtigung.',
  'auth.userInactive': 'Dieses Benutzerkonto ist nicht aktiv. Bitte wenden Sie sich an Ihre Administration.',
  'auth.registrationClosed': 'Eine Registrierung ist derzeit nicht möglich.',
  'auth.foreignOrigin': 'Die Anfrage kam nicht von dieser Anwendung.',
  'auth.secondFactorRequired': 'Bitte bestätigen Sie die Änderung mit Ihrem zweiten Faktor.',
  'auth.locked': 'Das Benutzerkonto ist vorübergehend gesperrt. Bitte versuchen Sie es später erneut.',
  'auth.tooManyAttempts': 'Es gab zu viele Versuche. Bitte warten Sie und versuchen Sie es dann erneut.',
  'auth.passwordTooWeak': 'Das Passwort ist zu kurz oder zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  'auth.oldPasswordWrong': 'Das bisherige Passwort ist nicht richtig.',
  'auth.activationInvalid': 'Der Link ist abgelaufen oder wurde bereits verwendet.',
  'auth.phoneNumberNotAllowed': 'An diese Telefonnummer kann kein Code gesendet werden.',
  'secondFactor.invalidToken': 'Der Bestätigungscode ist nicht richtig.',
  'secondFactor.expired': 'Der Bestätigungscode ist abgelaufen. Bitte fordern Sie einen neuen an.',
  'secondFactor.unknownProvider': 'Dieses Verfahren ist für Sie nicht eingerichtet.',
  'secondFactor.rejected': 'Die Freigabe wurde in der App der Bank abgelehnt.',
  'secondFactor.transactionChanged':
    'Die Aufträge haben sich geändert. Bitte prüfen Sie sie und fordern Sie einen neuen Code an.',
  'traderAuth.wrongPassword': 'Das Passwort für Ihren Bankzugang ist nicht richtig.',
  'traderAuth.mustUpdatePassword':
    'Ihr Passwort bei der Bank ist abgelaufen. Bitte vergeben Sie ein neues Passwort.',
  'traderAuth.locked': 'Ihr Bankzugang ist gesperrt. Bitte wenden Sie sich an die Bank.',
  'traderAuth.bankUnavailable':
    'Die Bank ist zurzeit nicht erreichbar. Bitte versuchen Sie es später erneut.',
  'traderAuth.passwordRules': 'Das neue Passwort entspricht nicht den Regeln der Bank.',
  'traderAuth.oldPasswordWrong': 'Das bisherige Passwort bei der Bank ist nicht richtig.',
  'traderAuth.secondFactorRequired': 'Bitte bestätigen Sie die Änderung mit Ihrem zweiten Faktor.',
  'traderAuth.passwordMissing': 'Für diese Bank ist noch kein Passwort hinterlegt.',
  'traderAuth.notSupported': 'Diese Bank ist noch nicht angebunden.',
  'traderAuth.unknown': 'Die Bank hat die Anmeldung nicht beantwortet. Bitte versuchen Sie es erneut.',
  'traderAuth.unknownBank': 'Diese Bank ist nicht bekannt.',
  'fundsApi.traderError': 'Die Bank hat den Auftrag nicht angenommen.',
  'fundsApi.missingContractConfirmation': 'Für diesen Vertrag fehlt die Bestätigung des Instituts.',
  'fundsApi.orderRunning': 'Für diesen Vertrag läuft bereits ein Auftrag bei der Bank.',
  'fundsApi.traderBroken':
    'Die Antwort der Bank war nicht lesbar. Ein bereits gesendeter Auftrag wird bei der Bank nachgefragt.',
  'fundsApi.traderUnavailable':
    'Die Bank hat nicht geantwortet. Ein bereits gesendeter Auftrag wird bei der Bank nachgefragt.',
  'optimization.outdated':
    'Kurse oder Bestand haben sich seit der Planung geändert. Bitte planen Sie die Umschichtung neu.',
  'optimization.notExecutable': 'Dieser Vorschlag kann nicht ausgeführt werden.',
  'contracts.unknown': 'Die Verträge konnten nicht geladen werden.',
  'contracts.hasOpenOrders': 'Der Vertrag hat offene Aufträge und kann nicht gelöscht werden.',
  'contracts.mailIsTaken': 'Diese E-Mail-Adresse wird bereits verwendet.',
  'customers.unknown': 'Die Kunden konnten nicht geladen werden.',
  'funds.unknown': 'Die Fonds konnten nicht geladen werden.',
  'import.wrongFormat': 'Die Datei ist leer oder hat ein falsches Format.',
  'import.wrongUnit': 'Die Werte der Datei stehen in einer falschen Einheit.',
};
