import type { ErrorCode } from '@depotwerk/api/errors';
import { accessMessages } from './access-messages.ts';

/** Server text of every error in German: shown when the browser has no text of its own for the code. */
export const germanMessages: Record<ErrorCode, string> = {
  'common.badRequest': 'Die Anfrage ist ungültig.',
  'common.validationFailed': 'Bitte prüfen Sie die markierten Eingaben.',
  'common.idempotencyKeyMissing': 'Der Anfrage fehlt die Kennung gegen doppelte Ausführung.',
  'common.exportTooLarge': 'Die Auswahl hat mehr als 100.000 Zeilen. Bitte grenzen Sie sie mit Filtern ein.',
  'common.exportFailed':
    'Die Datei konnte nicht geschrieben werden. Bitte versuchen Sie es noch einmal; hilft das nicht, grenzen Sie die Liste mit Filtern ein oder wählen Sie weniger Spalten.',
  'common.notFound': 'Der Eintrag wurde nicht gefunden.',
  'common.methodNotAllowed': 'Diese Methode ist hier nicht vorgesehen.',
  'common.inProgress': 'Der Vorgang läuft bereits. Bitte warten Sie einen Augenblick.',
  'common.quotaExceeded': 'Die zulässige Menge ist erreicht.',
  'common.secretUnreadable':
    'Ein hinterlegtes Passwort oder Geheimnis lässt sich nicht mehr öffnen, weil sein Schlüssel fehlt. Bitte geben Sie es in den Einstellungen neu ein, oder wenden Sie sich an Ihre Administration.',
  'common.versionConflict': 'Der Eintrag wurde zwischenzeitlich geändert. Bitte laden Sie ihn neu.',
  'common.payloadTooLarge': 'Die übertragenen Daten sind zu groß.',
  'common.unsupportedMediaType': 'Dieses Datenformat wird nicht angenommen.',
  'common.idempotencyKeyReused': 'Diese Kennung gehört bereits zu einer anderen Anfrage.',
  'common.ifMatchInvalid':
    'Die Angabe „If-Match“ der Anfrage ist keine Version. Erwartet wird die Nummer aus „ETag“ oder „rowVersion“ in Anführungszeichen, zum Beispiel "3".',
  'common.ifMatchMissing': 'Der Anfrage fehlt die Version des Eintrags.',
  'common.tooManyRequests': 'Es wurden zu viele Anfragen gesendet. Bitte warten Sie einen Augenblick.',
  'common.unexpected':
    'Die letzte Aktion konnte nicht ausgeführt werden. Bitte versuchen Sie es später erneut.',
  'common.unavailable':
    'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es gleich erneut.',
  'common.outcomeUnknown':
    'Die Datenbank hat nicht bestätigt, ob Ihre Änderung gespeichert ist. Bitte laden Sie die Seite neu und prüfen Sie, bevor Sie es noch einmal versuchen.',
  ...accessMessages,
  'fundsApi.traderError': 'Die Bank hat den Auftrag nicht angenommen.',
  'fundsApi.missingContractConfirmation': 'Für diesen Vertrag fehlt die Bestätigung des Instituts.',
  'fundsApi.orderRunning': 'Für diesen Vertrag läuft bereits ein Auftrag bei der Bank.',
  'fundsApi.traderUnavailable':
    'Die Bank hat nicht verständlich geantwortet. Ein bereits gesendeter Auftrag wird bei der Bank nachgefragt.',
  'contracts.noSuggestedRiskProfile': 'Für diesen Vertrag liegt kein Vorschlag für ein Risikoprofil vor.',
  'optimization.infeasible': 'Mit diesen Vorgaben lässt sich kein zulässiger Vorschlag bilden.',
  'optimization.invalidPlan': 'Die geänderten Aufträge lassen sich so nicht ausführen.',
  'optimization.notCheckable': 'Der Vertrag kann nicht geprüft werden: Risikoklasse oder Bestand fehlen.',
  'optimization.planInExecution': 'Die geplante Optimierung wird bereits ausgeführt.',
  'optimization.outdated':
    'Kurse oder Bestand haben sich seit der Planung geändert. Bitte planen Sie die Umschichtung neu.',
  'optimization.purchaseForbidden':
    'Der Vorschlag ist nicht zulässig: Ein Vertragsinhaber schließt einen gekauften Fonds aus, ein gekaufter Fonds ist nicht für ihn bestimmt, oder ein gültiges Risikoprofil fehlt.',
  'optimization.keyInformationMissing':
    'Vor dem Kauf sind die Basisinformationsblätter aller gekauften Fonds auszuhändigen.',
  'optimization.keyInformationChanged':
    'Vorschlag oder Basisinformationsblatt haben sich inzwischen geändert. Bitte sehen Sie sich die Liste noch einmal an.',
  'optimization.tooManyHandovers':
    'Auf einmal lässt sich die Aushändigung von höchstens 1.000 Basisinformationsblättern zu höchstens 5.000 offenen Vorschlägen festhalten. Bitte grenzen Sie die Auswahl mit Filtern ein.',
  'optimization.tooManyReleases':
    'Auf einmal lassen sich höchstens 2.000 Vorschläge freigeben. Bitte grenzen Sie die Auswahl mit Filtern ein.',
  'optimization.approvalNotRequired':
    'Für diesen Vorschlag kann keine Freigabe erbeten werden: Er braucht keine, wartet schon darauf oder ist gesperrt.',
  'optimization.approvalNotWaiting': 'Dieser Vorschlag wartet nicht auf eine Freigabe.',
  'optimization.ownPlan':
    'Wer einen Vorschlag erstellt, geändert oder schon einmal die Freigabe erbeten hat, kann ihn nicht selbst freigeben oder ablehnen. Ist sonst niemand da, planen Sie die Umschichtung neu: Über den neuen Vorschlag entscheidet, wer ihn weder erstellt noch die Freigabe erbeten hat.',
  'optimization.notExecutable': 'Dieser Vorschlag kann nicht ausgeführt werden.',
  'optimization.holdingsUnread':
    'Die letzten Aufträge dieses Vertrags sind ausgeführt, der Bestand danach ist aber noch nicht vom Institut gelesen. Bitte aktualisieren Sie den Vertrag und planen Sie dann neu.',
  'optimization.changesUndecided':
    'Die Bank meldet für diesen Vertrag einen anderen Bestand, über den noch nicht entschieden ist. Bitte übernehmen oder verwerfen Sie die offenen Änderungen in der Übersicht des Vertrags, und planen Sie danach neu, wenn sich der Bestand ändert.',
  'contracts.unknown': 'Die Verträge konnten nicht geladen werden.',
  'deletions.takenBack': 'Das wurde bereits zurückgenommen.',
  'deletions.tooLate':
    'Das lässt sich nur unmittelbar danach zurücknehmen, und nur von der Person, die es getan hat. Diese Zeit ist vorbei.',
  'deletions.changedSince':
    'Inzwischen hat jemand anders darüber entschieden. Es bleibt deshalb, wie es ist.',
  'deletions.placeTaken':
    'Inzwischen hat jemand etwas anderes mit demselben Namen oder an derselben Stelle angelegt. Das Gelöschte bleibt deshalb gelöscht.',
  'deletions.referenceGone':
    'Inzwischen wurde etwas gelöscht, zu dem das Gelöschte gehört. Es bleibt deshalb gelöscht; bitte legen Sie es bei Bedarf neu an.',
  'contracts.restoreTooLate':
    'Der Vertrag kann nur unmittelbar nach dem Löschen zurückgeholt werden, und nur von der Person, die ihn gelöscht hat. Diese Zeit ist vorbei.',
  'customers.deleted':
    'Der Kunde dieses Vertrags wurde inzwischen gelöscht. Der Vertrag bleibt deshalb gelöscht.',
  'contracts.externalKeyExists': 'Ein Vertrag mit dieser Nummer besteht bei diesem Institut bereits.',
  'contracts.hasOpenOrders': 'Der Vertrag hat offene Aufträge und kann nicht gelöscht werden.',
  'contracts.mailIsTaken': 'Diese E-Mail-Adresse wird bereits verwendet.',
  'contracts.selectionTooLarge':
    'Auf einmal lassen sich höchstens 1.000 Verträge ändern. Bitte grenzen Sie die Auswahl mit Filtern ein.',
  'customers.selectionTooLarge':
    'Auf einmal lassen sich höchstens 1.000 Kunden ändern. Bitte grenzen Sie die Auswahl ein, zum Beispiel mit Gruppe, Schlagwort oder Suche.',
  'contracts.noPendingChanges': 'Zu diesem Vertrag liegen keine Änderungen des Instituts vor.',
  'traderDepots.alreadyLinked': 'Dieses Depot oder dieser Vertrag ist bereits verknüpft.',
  'traderDepots.holderDiffers':
    'Der Depotinhaber und der Kunde des Vertrags sind verschieden. Bitte bestätigen Sie, dass das Depot trotzdem verknüpft werden soll.',
  'traderDepots.openingRunning':
    'Für diesen Kunden läuft bei diesem Institut bereits eine Depoteröffnung. Bitte warten Sie, bis ihr Ergebnis feststeht.',
  'traderDepots.otherIssuer': 'Depot, Vertrag und Tarif gehören nicht zum selben Institut.',
  'traderDepots.rejected': 'Die Bank hat die Eröffnung dieses Depots abgelehnt.',
  'mail.notSetUp': 'Es ist noch kein Mailserver eingerichtet.',
  'sms.notSetUp': 'Es ist noch keine SMS-Schnittstelle eingerichtet.',
  'webhooks.notResendable':
    'Diese Meldung wartet noch auf ihren Versand oder wird gerade gesendet; erneut senden ist nicht nötig.',
  'sms.notResendable':
    'Diese SMS ist schon versendet, wird gerade versendet oder ihr Code ist abgelaufen. Die Person kann einen neuen Code anfordern.',
  'mail.notResendable': 'Diese Nachricht ist schon versendet oder wird gerade versendet.',
  'users.mailIsTaken': 'Diese E-Mail-Adresse wird bereits verwendet.',
  'users.notViewable': 'Diese Person kann sich nicht anmelden; das Produkt lässt sich nicht als sie ansehen.',
  'users.aboveOwnRights':
    'Das geht über Ihre eigenen Rechte hinaus. Bitte wenden Sie sich an jemanden mit mehr Rechten.',
  'users.ownSignIn':
    'Ihre eigene Anmeldung, Telefonnummer und Rolle lassen sich hier nicht ändern, und Sie können weder sich selbst noch Ihre eigene Rolle auf inaktiv setzen. Passwort, Telefonnummer und Zwei-Faktor-Anmeldung ändern Sie unter Einstellungen; alles andere ändert eine andere Person mit diesem Recht.',
  'users.noPassword': 'Diese Person hat noch kein Passwort. Bitte senden Sie ihr eine Einladung.',
  'users.alreadyActive': 'Diese Person hat ihr Passwort schon vergeben und braucht keine Einladung.',
  'users.inactive': 'Diese Person ist inaktiv. Bitte schalten Sie sie zuerst aktiv.',
  'groups.noRightToCustomers':
    'In der bisherigen oder der neuen Gruppe dürfen Sie keine Kunden bearbeiten. Dieses Recht wird auf der Seite der Gruppe unter „Benutzer“ vergeben.',
  'groups.cycle': 'Eine Gruppe kann nicht unter sich selbst oder einer ihrer Untergruppen stehen.',
  'groups.hasChildren': 'Diese Gruppe hat Untergruppen. Bitte verschieben oder löschen Sie diese zuerst.',
  'groups.hasCustomers':
    'Zu dieser Gruppe gehören Kunden. Bitte ordnen Sie diese zuerst einer anderen Gruppe zu.',
  'groups.customersUnseen':
    'Danach sähe niemand mehr einen Teil der Kunden. Bitte geben Sie vorher jemand anderem, der sich schon angemeldet hat, Rechte in deren Gruppe oder einer übergeordneten, oder ordnen Sie die Kunden einer anderen Gruppe zu.',
  'roles.inUse': 'Diese Rolle haben noch Benutzer. Bitte geben Sie ihnen zuerst eine andere.',
  'roles.lastAdministrator':
    'Danach könnte niemand mehr Benutzer und Rollen verwalten. Bitte geben Sie dieses Recht zuerst jemand anderem, der sich auch danach anmelden kann.',
  'jobs.notCancellable': 'Diese Arbeit ist schon zu Ende, oder sie lässt sich nicht abbrechen.',
  'jobs.notRetryable': 'Nur aufgegebene oder abgebrochene Arbeiten können erneut gestartet werden.',
  'workbench.notOpen': 'Die Aufgabe ist bereits erledigt.',
  'workbench.changedHands':
    'Die Aufgabe hat inzwischen jemand anderes übernommen oder abgegeben. Die Liste zeigt jetzt den neuen Stand.',
  'bookImports.needsEveryGroup':
    'Dafür brauchen Sie in jeder Gruppe die Rechte, Kunden und Verträge zu bearbeiten, und in Ihrer Rolle „Kunden ohne Gruppe ansehen“.',
  'bookImports.wrongState':
    'In diesem Stand der Übernahme ist das nicht möglich. Bitte laden Sie die Seite neu.',
  'customers.blocked':
    'Der Kunde oder ein weiterer Vertragsinhaber ist gesperrt. Änderungen sind bis zur Entsperrung nicht möglich.',
  'customers.inactive':
    'Der Kunde oder ein weiterer Vertragsinhaber ist inaktiv. Bitte aktivieren Sie ihn zuerst auf seiner Seite.',
  'customers.runningContracts':
    'Der Kunde hält noch laufende Verträge. Bitte tragen Sie zuerst bei jedem Vertrag das Ende ein oder löschen Sie den Vertrag.',
  'customers.bothHaveUser':
    'Beide Kunden haben einen eigenen Zugang zum Portal. Bitte deaktivieren Sie zuerst einen davon in der Benutzerverwaltung.',
  'customers.mergeBuiltOn':
    'Es gibt keine Zusammenführung, die zurückgenommen werden kann, oder seitdem wurde der Kunde geändert oder kam etwas hinzu, zum Beispiel ein Vertrag, ein Dokument oder eine Notiz.',
  'customers.sameContract':
    'Beide Kunden haben beim selben Institut einen Vertrag mit derselben Nummer. Bitte löschen Sie zuerst den doppelten Vertrag.',
  'customers.consentOutdated':
    'Der Text dieser Einwilligung wurde inzwischen geändert. Bitte laden Sie die Seite neu und lesen Sie ihn noch einmal.',
  'customers.consentUnderage':
    'Bis zur Volljährigkeit willigen die gesetzlichen Vertreter beim Berater ein. Es wurde nichts erteilt.',
  'customers.consentNotAccepted':
    'Ihre Einwilligung kann gerade nicht angenommen werden. Es wurde nichts erteilt. Bitte wenden Sie sich an Ihren Berater.',
  'customers.consentNotGiven': 'Diese Einwilligung ist nicht erteilt. Es gibt nichts zu widerrufen.',
  'customers.erasureWaiting':
    'Für diesen Kunden ist eine Löschung vorgemerkt. Bitte nehmen Sie sie zuerst zurück.',
  'customers.holdUnchanged': 'Die Löschsperre wurde inzwischen geändert. Bitte laden Sie die Seite neu.',
  'customers.legalHold':
    'Eine Löschsperre bewahrt die Daten dieses Kunden oder ein Dokument, das er mit einem anderen unterschrieben hat. Bitte heben Sie sie zuerst auf.',
  'customers.noErasureWaiting':
    'Für diesen Kunden ist keine Löschung vorgemerkt. Bitte laden Sie die Seite neu.',
  'customers.retentionActive':
    'Der Kunde hat noch laufende Verträge. Seine Daten können erst nach deren Ende gelöscht werden.',
  'customers.unknown': 'Die Kunden konnten nicht geladen werden.',
  'funds.unknown': 'Die Fonds konnten nicht geladen werden.',
  'elements.notFound': 'Dieses Formular gibt es für den Vertrag nicht.',
  'elements.commandUnknown': 'Diese Aktion kennt das Formular nicht. Bitte laden Sie die Seite neu.',
  'elements.invalid': 'Das Formular ist noch nicht vollständig. Bitte prüfen Sie die markierten Angaben.',
  'elements.outdated':
    'Das Formular wurde inzwischen an anderer Stelle gespeichert oder gesendet. Bitte laden Sie es neu.',
  'import.wrongFormat': 'Die Datei ist leer oder hat ein falsches Format.',
  'import.wrongUnit': 'Die Werte der Datei stehen in einer falschen Einheit.',
  'questionnaire.unknownQuestion': 'Eine Antwort gehört zu keiner Frage dieses Fragebogens.',
  'questionnaire.outdated':
    'Der Fragebogen wurde inzwischen geändert. Bitte beantworten Sie die geänderten Fragen der neuen Version.',
  'questionnaire.answeredMeanwhile':
    'Der Kunde hat inzwischen neu geantwortet, oder seine Antworten hat schon jemand anderes bestätigt. Bitte laden Sie sie neu und sehen Sie sie noch einmal an.',
  'questionnaire.notAccepted':
    'Ihre Antworten können gerade nicht angenommen werden. Sie bleiben als Entwurf gespeichert. Bitte wenden Sie sich an Ihren Berater.',
  'questionnaire.classTooHigh':
    'Vereinbart werden kann keine höhere Risikoklasse als die, zu der die Antworten führen.',
  'questionnaire.wrongState':
    'Dieser Schritt ist im aktuellen Zustand der Version nicht möglich. Bitte laden Sie die Seite neu.',
  'questionnaire.fourEyes': 'Wer die Version bearbeitet oder eingereicht hat, kann sie nicht freigeben.',
  'questionnaire.unchanged':
    'Die Version ist dieselbe wie die veröffentlichte vor ihr. Bitte ändern Sie sie, oder löschen Sie den Entwurf.',
  'questionnaire.noClass':
    'Die Antworten führen zu keiner Risikoklasse. Für die Risikoklassen des Tarifs fehlt eine Zuordnung.',
  'questionnaire.underage':
    'Bis zur Volljährigkeit geben die gesetzlichen Vertreter die Antworten zusammen mit dem Berater. Es wurde nichts abgesendet.',
  'preregistration.noMailServer':
    'Es ist kein Mailserver eingerichtet. Viele Kunden werden nur per E-Mail eingeladen; einen einzelnen Link zeigt die Einladung auf der Seite des Kunden.',
  'preregistration.closed':
    'Einladungen sind geschlossen, weil die Registrierung des Hauses geschlossen ist oder Einladungen abgeschaltet sind. Beides steht unter Verwaltung, Erscheinungsbild.',
  'preregistration.expired': 'Die Einladung ist abgelaufen. Bitte wenden Sie sich an Ihren Ansprechpartner.',
  'preregistration.revoked': 'Die Einladung gilt nicht mehr. Bitte wenden Sie sich an Ihren Ansprechpartner.',
  'preregistration.identityMismatch':
    'Das Geburtsdatum stimmt nicht mit der Einladung überein. Bitte prüfen Sie es; nach drei falschen Angaben endet die Einladung.',
  'preregistration.alreadyCompleted': 'Die Einladung wurde schon abgeschlossen.',
  'registration.hasUser': 'Zu diesem Kunden gibt es schon einen Zugang.',
  'registration.otherPerson':
    'Name, Geburtstag und E-Mail-Adresse der Registrierung passen nicht zu diesem Kunden. Bitte legen Sie einen neuen Kunden an oder berichtigen Sie zuerst seine Daten.',
  'registration.underage':
    'Minderjährige bekommen keinen eigenen Zugang; für sie handeln ihre gesetzlichen Vertreter. Eine Einladung lässt sich ohne Zugang abschließen; statt einer Registrierung wird der Kunde von Hand angelegt.',
  'bankLink.wrongLogin':
    'Anmeldename oder Passwort ist bei der Bank nicht richtig. Bitte prüfen Sie beides; zu viele Fehlversuche sperren den Zugang.',
  'bankLink.locked': 'Der Zugang ist bei der Bank gesperrt. Bitte wenden Sie sich an die Bank.',
  'bankLink.passwordExpired':
    'Das Passwort ist abgelaufen. Bitte ändern Sie es zuerst im Online-Banking der Bank.',
  'bankLink.refused': 'Die Bank hat die Anfrage abgelehnt. Bitte beginnen Sie die Verbindung noch einmal.',
  'bankLink.tooManyCodes':
    'Die Bank schickt keinen weiteren Code. Bitte verwenden Sie den letzten, oder melden Sie sich noch einmal an.',
  'bankLink.tooManyHoldings':
    'Die Depots haben zusammen mehr als 200 Bestände. Bitte wählen Sie weniger Depots.',
  'bankLink.ended': 'Die Verbindung zur Bank ist beendet. Bitte melden Sie sich noch einmal an.',
  'bankLink.notConfirmed': 'Bitte bestätigen Sie den Abruf zuerst bei der Bank.',
  'bankLink.unreadable':
    'Die Antwort der Bank war nicht lesbar; es wurde nichts übernommen. Bitte versuchen Sie es später noch einmal, oder geben Sie die Bestände über Suche oder Datei an.',
  'bankLink.unavailable':
    'Die Bank ist zurzeit nicht erreichbar. Bitte versuchen Sie es später noch einmal, oder geben Sie die Bestände über Suche oder Datei an.',
  'bankLink.noAnswer':
    'Die Bank hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es noch einmal, oder geben Sie die Bestände über Suche oder Datei an.',
  'depotanalysis.consentOutdated':
    'Der Text der Einwilligung wurde geändert. Bitte laden Sie die Seite neu und lesen Sie ihn noch einmal.',
  'depotanalysis.notReady':
    'Eine Depotanalyse ist zurzeit nicht möglich. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an Ihren Ansprechpartner.',
  'depotanalysis.withoutHoldings': 'Bitte geben Sie zuerst mindestens einen Bestand an.',
  'depotanalysis.notCalculated': 'Bitte berechnen Sie zuerst das Ergebnis.',
  'depotanalysis.submitted': 'Die Anfrage wurde schon abgesendet; Angaben lassen sich nicht mehr ändern.',
  'reports.notFound': 'Der Bericht wurde nicht gefunden. Der Link ist möglicherweise abgelaufen.',
  'reports.expired': 'Die Berichtsdaten konnten nicht geladen werden. Der Link ist abgelaufen.',
  'reports.kiidMissing': 'Für diesen Fonds liegt kein Basisinformationsblatt vor.',
  'reports.planMissing': 'Für diesen Bericht fehlt ein gespeicherter Vorschlag.',
  'reports.riskProfileMissing':
    'Für diesen Bericht fehlt ein gültiges Risikoprofil. Bitte erheben Sie das Risikoprofil des Kunden neu.',
  'reports.holderProfileMissing':
    'Für diesen Bericht fehlt das gültige Risikoprofil eines weiteren Vertragsinhabers. Bitte erheben Sie es; der Vertrag nennt, wessen Profil fehlt.',
  'reports.portfolioMissing': 'Für diesen Bericht fehlt ein Portfolio.',
  'reports.savingsPlanMissing': 'Für diesen Bericht fehlt ein Sparplan.',
  'reports.ongoingFeeMissing':
    'Für diesen Fonds liegen keine laufenden Kosten vor. Tragen Sie sie bei den Fondsdaten ein; ohne sie gibt es kein Kostenbeispiel.',
  'reports.yearOutside':
    'In diesem Jahr gab es den Vertrag noch nicht. Bitte wählen Sie ein Jahr ab Vertragsbeginn, das schon begonnen hat.',
  'reports.historyMissing': 'Für diesen Zeitraum liegen nicht genügend Bewertungen vor.',
  'reports.versionMissing': 'Für einen Vergleich braucht der Tarif zwei Versionen.',
  'reports.failed': 'Der Bericht konnte nicht erstellt werden.',
  'reports.busy': 'Zurzeit werden sehr viele Berichte erstellt. Bitte versuchen Sie es gleich erneut.',
  'messages.noAccess':
    'Der Kunde hat keinen eigenen Zugang und kann Nachrichten nicht lesen. Bitte laden Sie ihn zuerst ein.',
  'notes.noFollowUp': 'Diese Notiz hat keine Wiedervorlage mehr. Bitte laden Sie die Seite neu.',
  'notes.restoreTooLate':
    'Eine Notiz kann nur unmittelbar nach dem Löschen zurückgeholt werden. Diese Zeit ist vorbei.',
  'signatures.notReleased':
    'Unterschrieben wird nur, was der Kunde sieht. Bitte geben Sie das Dokument zuerst frei.',
  'signatures.notRequested': 'Für dieses Dokument ist keine Unterschrift gewünscht.',
  'signatures.notRead': 'Bitte öffnen Sie das Dokument, bevor Sie es unterschreiben.',
  'signatures.declinedAlready':
    'Sie haben diese Unterschrift schon abgelehnt. Weiteres schreiben Sie bitte in den Nachrichten.',
  'signatures.signedAlready': 'Das Dokument ist bereits unterschrieben.',
  'signatures.contentDiffers':
    'Das Dokument ist nicht dasselbe, das Sie geöffnet haben. Bitte laden Sie die Seite neu und öffnen Sie es noch einmal.',
  'signatures.drawingTooShort': 'Bitte zeichnen Sie Ihre Unterschrift vollständig in das Feld.',
  'signatures.nameDiffers':
    'Bitte geben Sie Vor- und Nachnamen so ein, wie der Hinweis unter dem Feld sie nennt.',
  'signatures.underage':
    'Wer minderjährig ist, unterschreibt nicht selbst: Es unterschreiben seine gesetzlichen Vertreter, in der Regel beide Eltern. Bitte lassen Sie das Dokument auf Papier unterschreiben und legen Sie es unterschrieben ab.',
  'documents.wrongFormat': 'Die Datei ist weder PDF noch PNG noch JPEG.',
  'documents.notPdf':
    'Unterlagen eines Fonds werden nur als PDF angenommen. Bitte wählen Sie eine PDF-Datei.',
  'documents.contentDamaged':
    'Dieses Dokument ist im Dokumentenspeicher nicht mehr vorhanden oder wurde dort verändert. Es wird nicht ausgegeben; bitte wenden Sie sich an die Administration.',
  'documents.storeUnavailable':
    'Der Dokumentenspeicher ist zurzeit nicht erreichbar. Das Dokument ist nicht verloren; bitte versuchen Sie es in einer Minute erneut.',
  'masterData.nameExists': 'Diesen Namen gibt es bereits.',
  'masterData.keyExists': 'Diesen Schlüssel gibt es bereits.',
  'whiteLabel.termsCount': 'Diese Fassung gilt schon und bleibt. Veröffentlichen Sie eine neue.',
  'masterData.inUse': 'Der Eintrag wird verwendet und kann nicht gelöscht werden.',
  'issuers.bankInUse':
    'Zu dieser Bank gibt es gespeicherte Zugänge, verknüpfte Depots, offene Aufträge oder Eröffnungen. Ihre Anbindung kann deshalb nicht geändert werden.',
  'costModels.overlap': 'In diesem Zeitraum gilt für den Tarif bereits ein anderes Kostenmodell.',
  'tariffs.keyExists': 'Dieser Schlüssel wird bereits von einem anderen Tarif verwendet.',
  'tariffs.defaultExists': 'Für diesen Emittenten gibt es bereits einen Standardtarif.',
  'tariffs.inUse':
    'Verträge, Depots oder Kostenmodelle verwenden den Tarif. Er kann deshalb nicht gelöscht werden.',
  'tariffs.notEditable':
    'Die Version wartet auf Freigabe oder Veröffentlichung. Bitte ziehen Sie sie zurück, um sie zu ändern.',
  'tariffs.wrongState':
    'Dieser Schritt ist im aktuellen Zustand der Version nicht möglich. Bitte laden Sie die Seite neu.',
  'tariffs.nothingNew':
    'Die Bausteine sind noch dieselben, und heute würden dieselben Fonds gewählt. Es gibt nichts neu zu veröffentlichen.',
  'tariffs.incomplete': 'Der Tarif ist noch nicht vollständig. Bitte ergänzen Sie die markierten Angaben.',
  'tariffs.performanceMissing':
    'Die Wertentwicklung ist noch nicht berechnet. Bitte starten Sie die Berechnung und warten Sie, bis sie fertig ist.',
  'tariffs.notPlausible': 'Die Plausibilitätsprüfung meldet Fehler. Bitte beheben Sie diese zuerst.',
  'tariffs.fourEyes':
    'Wer die Version oder einen ihrer Bausteine bearbeitet oder sie eingereicht hat, kann sie nicht freigeben.',
  'tariffs.submittedAnew':
    'Diese Version wurde inzwischen neu eingereicht. Bitte sehen Sie sich an, was jetzt freigegeben werden soll.',
  'tariffs.validFromTaken':
    'Zu diesem Tag kann die Version nicht gültig werden. Bitte wählen Sie einen späteren Tag.',
  'tariffFiles.refused': 'Die Datei ist keine unversehrte Tarifdatei.',
  'tariffFiles.notPortable':
    'Auswahl- oder Allokationsbaustein des Tarifs beruhen auf einem anderen Universums- oder Risikobaustein als der Tarif. Bitte gleichen Sie die Bausteine an, bevor Sie den Tarif als Datei speichern.',
  'tariffFiles.untrusted':
    'Die Datei ist mit einem Schlüssel unterschrieben, dem Ihr Haus nicht vertraut. Bitte lassen Sie den Fingerabdruck prüfen und eintragen.',
  'tariffFiles.missing':
    'Der Datei fehlen hier Stammdaten. Bitte legen Sie an, was die Vorschau nennt, und lesen Sie die Datei noch einmal.',
  'tariffFiles.previewOutdated':
    'Seit der Vorschau hat sich etwas geändert. Bitte prüfen Sie die neue Vorschau.',
  'tariffFiles.keyKnown': 'Diesem Schlüssel vertraut Ihr Haus bereits, oder es ist der eigene.',
  'tariffComponents.keyExists': 'Dieser Schlüssel wird bereits von einem anderen Baustein verwendet.',
  'tariffComponents.inUse': 'Der Baustein wird verwendet und kann nicht gelöscht werden.',
  'tariffComponents.unknown': 'Einen der gewählten Bausteine gibt es nicht mehr. Bitte wählen Sie erneut.',
  'allocation.infeasible':
    'Mit diesen Peergroups ist keine Risikoklasse erreichbar. Bitte ändern Sie Peergroups oder Bandbreiten.',
  'consultations.incomplete': 'Die Beratungsdokumentation ist noch nicht vollständig.',
  'consultations.completed':
    'Die Beratungsdokumentation ist abgeschlossen und kann nicht mehr geändert werden.',
  'consultations.notCompleted': 'Ein Nachtrag setzt eine abgeschlossene Beratungsdokumentation voraus.',
  'consultations.foreignContract': 'Der Vertrag gehört nicht zu diesem Kunden.',
};
