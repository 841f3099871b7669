import { invalidCharactersText } from '../control-characters.ts';
import { germanNumber, germanPercentFigure } from '../german-figures.ts';
import { mailAddressText } from '../mail-address.ts';
import { phoneNumberText } from '../phone-number.ts';
import type { FieldIssue, FieldIssueCode } from './field-issue.ts';

/** `{limit}` and the like are replaced by the issue's own figures. */
const texts: Readonly<Record<FieldIssueCode, string>> = {
  required: 'Bitte füllen Sie dieses Feld aus.',
  nameMissing: 'Bitte geben Sie einen Nachnamen oder eine Firma ein.',
  birthDay: 'Das Geburtsdatum darf nicht in der Zukunft liegen.',
  underage:
    'Ein eigener Zugang ist ab 18 Jahren möglich. Für Minderjährige wenden sich bitte die gesetzlichen Vertreter an uns.',
  phoneNumber: phoneNumberText,
  postalCode: 'Bitte geben Sie eine Postleitzahl mit mindestens drei Zeichen ein.',
  germanPostalCode:
    'Eine deutsche Postleitzahl hat fünf Ziffern. Bitte ergänzen Sie sie, oder ändern Sie das Land.',
  country: 'Bitte geben Sie ein Land mit zwei Buchstaben ein, zum Beispiel DE.',
  iban: 'Bitte prüfen Sie die IBAN: Land, Länge oder Prüfziffer stimmen nicht.',
  taxIdentificationNumber:
    'Bitte prüfen Sie die Steuer-Identifikationsnummer: Sie hat 11 Ziffern, und die letzte ist eine Prüfziffer.',
  taxIdentificationNumberUnclear:
    'Die verdeckten Ziffern lassen offen, welche Steuer-Identifikationsnummer gemeint ist. Bitte geben Sie alle 11 Ziffern beim Kunden ein.',
  dayInFuture: 'Der Tag darf nicht in der Zukunft liegen.',
  dayPassed: 'Bitte wählen Sie heute oder einen späteren Tag.',
  holdingIncomplete: 'Position {line}: Bitte geben Sie die Anteile und einen Kurs über 0 ein.',
  holdingTooLarge: 'Position {line}: Anteile, Kurs oder Wert sind größer, als gespeichert werden kann.',
  holdingCostValue:
    'Position {line}: Der Einstandswert darf nicht unter 0 liegen und hat höchstens zwei Nachkommastellen.',
  holdingPriceDay: 'Position {line}: Der Tag des Kurses darf nicht in der Zukunft liegen.',
  fundTwice: 'Jeder Fonds darf nur einmal vorkommen.',
  sharesNotWhole: 'Die Summe muss genau 100\u00a0% ergeben (aktuell {sum}\u00a0%).',
  movementDay: 'Umsatz {line}: Bitte geben Sie einen Tag bis heute ein.',
  movementQuantity: 'Umsatz {line}: Bitte geben Sie Anteile über 0 ein.',
  movementFactor: 'Umsatz {line}: Bitte geben Sie einen Faktor über 0 ein.',
  movementAmount:
    'Umsatz {line}: Bitte prüfen Sie den Betrag: Er darf nicht unter 0 liegen und hat höchstens zwei Nachkommastellen.',
  movementAcquired: 'Umsatz {line}: Der Kauftag darf nicht nach der Einlieferung liegen.',
  paymentDay: 'Zeile {line}: Bitte geben Sie einen Tag bis heute ein.',
  paymentStated: 'Zeile {line}: Bitte geben Sie den Stand in Euro und höchstens zwei Nachkommastellen ein.',
  paymentAmount: 'Zeile {line}: Bitte geben Sie einen Betrag über 0 mit höchstens zwei Nachkommastellen ein.',
  paymentTwice: 'Zeile {line}: Diese Angabe kommt zweimal vor.',
  paymentStatedTwice: 'Zeile {line}: Für diesen Tag ist schon ein Stand angegeben.',
  paymentStatedMissing:
    'Bitte geben Sie mindestens einen Stand an, etwa 0 € zum Beginn des Vertrags. Ohne ihn ist nicht bekannt, was vor den Zahlungen war.',
  beforeNewest: 'Es gibt bereits einen neueren Bestand. Bitte geben Sie einen späteren Stichtag ein.',
  linkedDepot:
    'Nummern, Institut, Bestand und Sparplan dieses Vertrags kommen von der Bank und werden hier nicht geändert.',
  tooLong: 'Höchstens {limit} Zeichen sind möglich.',
  tooShort: 'Bitte geben Sie mindestens {limit} Zeichen ein.',
  smsSender: 'Bis zu 11 Buchstaben, Ziffern und Leerzeichen oder eine Telefonnummer aus 3 bis 15 Ziffern.',
  invalidCharacters: invalidCharactersText,
  kept: 'Das ändert Ihr Berater. Bitte schreiben Sie ihm.',
  keyFormat: 'Bis zu 50 Zeichen aus Buchstaben, Ziffern, Punkt, Unterstrich und Bindestrich.',
  bafinNumber: 'Die BaFin-Nummer besteht aus 4 bis 8 Ziffern.',
  bankId: 'Bitte geben Sie eine Bankleitzahl mit 8 Ziffern oder einen BIC mit 8 oder 11 Zeichen ein.',
  bic: 'Ein BIC hat 8 oder 11 Zeichen, zum Beispiel MARKDEF1100.',
  traderKindMissing: 'Bitte wählen Sie, wie die Bank angebunden ist.',
  traderBankIdMissing: 'Für diese Anbindung wird die Bankleitzahl oder der BIC benötigt.',
  tooSmallPercent: 'Der Wert muss mindestens {limit}\u00a0% sein.',
  tooLargePercent: 'Der Wert darf höchstens {limit}\u00a0% sein.',
  tooSmallMoney: 'Der Betrag muss mindestens {limit} € sein.',
  tooLargeMoney: 'Der Betrag darf höchstens {limit} € sein.',
  outOfRange: 'Bitte geben Sie eine Zahl zwischen 0 und {limit} ein.',
  tooSmall: 'Bitte geben Sie mindestens {limit} ein.',
  wholeNumber: 'Bitte geben Sie eine ganze Zahl ein.',
  precision: 'Höchstens {limit} Nachkommastellen sind möglich.',
  noSuchDay: 'Bitte geben Sie einen Tag zwischen {first} und {last} ein.',
  endBeforeStart: 'Das Ende darf nicht vor dem Beginn liegen.',
  endNotAfterStart: 'Das Ende muss nach dem Beginn liegen.',
  insurerOfTariff: 'Der Tarif gehört zu einem anderen Versicherer.',
  levelOfTariff:
    'Dieser Tarif lässt seinen Verträgen keine Wahl des Garantieniveaus. Bitte lassen Sie das Feld leer oder wie es war.',
  colourFormat: 'Bitte geben Sie eine Farbe als # mit sechs Ziffern oder Buchstaben von a bis f ein.',
  colourContrast:
    'Die Farbe hebt sich zu wenig vom Hintergrund ab (Kontrast {contrast}, nötig ist {limit}). Bitte wählen Sie einen dunkleren Ton.',
  isin: 'Bitte prüfen Sie die ISIN: Land, Länge oder Prüfziffer stimmen nicht.',
  wkn: 'Eine WKN hat 6 Zeichen aus Ziffern und Buchstaben.',
  wknOfIsin: 'Zu dieser ISIN gehört die WKN {wkn}.',
  currency:
    'Diese Währung gibt es nicht. Bitte geben Sie drei Buchstaben nach ISO 4217 ein, zum Beispiel EUR.',
  currencyInUse:
    'Verträge halten oder besparen den Fonds und sind mit seinen Kursen als Euro bewertet. Bitte nehmen Sie ihn zuerst aus deren Beständen und Sparplänen.',
  successorMissing: 'Bitte wählen Sie den Fonds, in dem dieser aufgegangen ist.',
  successorIsSelf: 'Ein Fonds kann nicht sein eigener Nachfolger sein.',
  successorUnexpected: 'Nur ein verschmolzener Fonds hat einen Nachfolger.',
  webAddress: 'Bitte geben Sie eine Adresse ein, die mit https:// beginnt.',
  unknownReference: 'Diesen Eintrag gibt es nicht mehr. Bitte wählen Sie erneut.',
  ownNoteMentions:
    'Eine Notiz nur für Sie selbst liest niemand sonst. Bitte wählen Sie die Gruppe oder entfernen Sie die Erwähnungen.',
  ownNoteFollowUp:
    'Eine Notiz nur für Sie selbst kann niemand sonst wiedervorgelegt bekommen. Bitte wählen Sie die Gruppe oder sich selbst.',
  nameExists: 'Diesen Namen gibt es bereits.',
  mailAddress: mailAddressText,
  mailIsTaken: 'Diese E-Mail-Adresse wird bereits verwendet.',
  clientRole:
    'Diese Rolle ist Kunden vorbehalten. Ihr Zugang entsteht mit einer Einladung unter Interessenten; bitte wählen Sie eine andere Rolle.',
  staffRole:
    'Dies ist der Zugang eines Kunden. Er zeigt nur dessen eigene Daten und behält eine Rolle für Kunden.',
  hostName:
    'Bitte geben Sie den Namen oder die Adresse des Mailservers ein, zum Beispiel mail.firma.example.',
  germanMissing: 'Deutsch wird immer angeboten.',
  hostNames:
    'Bitte geben Sie höchstens {limit} Rechnernamen ein, einen je Zeile und ohne https://, zum Beispiel portal.firma.example.',
  frameAncestors:
    'Bitte höchstens {limit} Adressen der Form https://app.firma.example angeben, ohne Pfad und ohne Stern; http:// nur für localhost.',
  hostTaken: 'Einer dieser Rechnernamen gehört schon einem anderen Haus der Installation.',
  hostOfOperator:
    'In dieser Installation wohnen mehrere Häuser. Neue Rechnernamen vergibt, wer sie betreibt.',
  hostOfUsual:
    'In dieser Installation wohnen mehrere Häuser. Das übliche Erscheinungsbild gibt einen Rechnernamen nur an ein anderes Ihres Hauses ab; ganz nimmt ihn nur fort, wer sie betreibt.',
  picture: 'Bitte wählen Sie ein Bild als PNG oder JPEG mit höchstens 50 kB und 2.000 Bildpunkten je Seite.',
  legalLink: 'Bitte geben Sie eine Adresse ein, die mit https:// oder mit / beginnt.',
  portNumber: 'Bitte geben Sie eine Zahl zwischen 1 und 65.535 ein.',
  encryptionMissing: 'Ohne Verschlüsselung ist nur ein Mailserver auf demselben Rechner möglich.',
  innerHost:
    'Mailserver in internen Netzen sind in dieser Installation nicht erlaubt. Bitte geben Sie einen öffentlich erreichbaren Mailserver ein.',
  groupCycle: 'Eine Gruppe kann nicht unter sich selbst oder einer ihrer Untergruppen stehen.',
  keyExists: 'Diesen Schlüssel gibt es bereits.',
  moneyMarketExists: 'Den risikolosen Zins liefert schon eine andere Peergroup. Dort zuerst abwählen.',
  isinExists: 'Einen Fonds mit dieser ISIN gibt es bereits.',
  overlap: 'In diesem Zeitraum gilt für den Tarif bereits „{name}“.',
  questionTitle: 'Frage {number} braucht einen Text.',
  questionValues: 'Frage {number} braucht mindestens zwei Antworten.',
  questionValueLabel: 'Eine Antwort der Frage {number} hat noch keinen Text.',
  questionTwice:
    'Frage {number} hat die Kennung einer früheren Frage. Bitte die Frage löschen und neu anlegen.',
  questionNone: 'Die Antwort, die in Frage {number} alle anderen ausschließt, gibt es dort nicht.',
  questionValueTwice: 'Zwei Antworten der Frage {number} haben denselben Text oder dieselbe Kennung.',
  questionCondition:
    'Die Bedingung der Frage {number} ist unvollständig oder nennt eine Frage, die nicht vor ihr steht. Bitte prüfen Sie Reihenfolge und Antworten.',
  questionScale: 'Die Art der Frage {number} kann für diesen Maßstab keine Punkte zählen.',
  questionField: 'Die Angabe im Risikoprofil passt nicht zur Art oder zu den Antworten der Frage {number}.',
  questionProduct:
    'Zu welcher Anlage die Frage {number} nach Erfahrung gehört, muss ihre Bedingung sagen: genau eine der bekannten Anlagen.',
  questionFieldTwice: 'Die Angabe im Risikoprofil der Frage {number} füllt bereits eine frühere Frage.',
  questionsMissing: 'Bitte fügen Sie mindestens eine Frage hinzu.',
  contradiction: 'Widerspruch {number} braucht Text, Quelle und eine Bedingung über vorhandene Antworten.',
  scalesMissing: 'Bitte wählen Sie mindestens einen Maßstab, oder vergeben Sie keine Risikoklasse.',
  scaleUnused: 'Für den Maßstab {scale} zählt noch keine Frage Punkte.',
  scaleUnknown: 'Frage {number} zählt Punkte für einen Maßstab, der hier nicht verwendet wird.',
  classTable:
    'Die Tabelle für {classCount} Risikoklassen beim Maßstab {scale} hat Lücken, Überschneidungen oder unerreichbare Klassen.',
};

/** What an issue says, as a German sentence. Limits of percent are fractions and shown in percent. */
export function fieldIssueText({ code, params = {} }: FieldIssue): string {
  const isPercent = code === 'tooSmallPercent' || code === 'tooLargePercent';
  return texts[code].replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    if (typeof value !== 'number') return value ?? '';
    return isPercent ? germanPercentFigure(value) : germanNumber(value, 0, 2);
  });
}
