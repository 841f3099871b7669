import type { ErrorCode } from '@depotwerk/api/errors';

/** Of the server's texts those about signing in, here and at a bank. */
export const accessMessages = {
  'auth.unauthenticated': 'Bitte melden Sie sich an.',
  'auth.sessionOver': 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  'auth.invalidCredentials': 'Benutzername oder Passwort ist nicht richtig.',
  'auth.refreshTokenInvalid': 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  'auth.refreshTokenReused':
    'Ihre Sitzung wurde aus Sicherheitsgründen beendet. Bitte melden Sie sich erneut an.',
  'auth.forbidden': 'Dafür fehlt Ihnen die Berechtigung.',
  'auth.featureClosed':
    'Diese Funktion hat Ihr Haus geschlossen (Verwaltung › Erscheinungsbild, Was offen ist).',
  'auth.userInactive': 'Dieses Benutzerkonto ist nicht aktiv. Bitte wenden Sie sich an Ihre Administration.',
  'auth.termsOutdated':
    'Die Nutzungsbedingungen wurden geändert. Bitte lesen Sie sie noch einmal und stimmen Sie erneut zu.',
  'auth.registrationClosed': 'Eine Registrierung ist derzeit nicht möglich.',
  'auth.foreignOrigin': 'Die Anfrage kam nicht von dieser Anwendung.',
  'auth.secondFactorRequired': 'Bitte bestätigen Sie die Änderung mit Ihrem zweiten Faktor.',
  'auth.newPasswordRequired': 'Bitte vergeben Sie zuerst ein neues Passwort.',
  'auth.viewingAs':
    'Sie sehen das Produkt gerade als andere Person an. Änderungen, Exporte und Downloads sind dabei nicht möglich.',
  'auth.passkeyInvalid':
    'Der Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
  'auth.passkeyUnavailable':
    'Unter dieser Adresse sind Passkeys nicht möglich. Sie brauchen einen Namen statt einer IP-Adresse.',
  'auth.providerUnavailable':
    'Die Anmeldung über den Anmeldedienst ist gerade nicht möglich. Bitte melden Sie sich mit Ihrem Passwort an oder wenden Sie sich an Ihre Administration.',
  'auth.providerSignInInvalid':
    'Die Anmeldung über den Anmeldedienst wurde nicht angenommen oder ist abgelaufen. Bitte beginnen Sie sie neu.',
  'auth.providerRefused':
    'Der Anmeldedienst hat die Anmeldung abgelehnt oder Sie haben sie abgebrochen. Bitte versuchen Sie es erneut oder melden Sie sich mit Ihrem Passwort an.',
  'auth.providerNotLinked':
    'Mit dieser Anmeldung ist kein Benutzerkonto verknüpft. Bitte wenden Sie sich an Ihre Administration.',
  'auth.providerMailUnverified':
    'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht als bestätigt gemeldet. Bitte wenden Sie sich an Ihre Administration.',
  'auth.providerNoRole':
    'Ihnen ist keine Rolle mehr zugeordnet. Bitte wenden Sie sich an Ihre Administration.',
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
} as const satisfies Partial<Record<ErrorCode, string>>;
