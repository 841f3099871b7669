import { foldText } from '@depotwerk/domain/fold-text';

/** What lists of bookings call a line; of holdings no list says any of it. */
const movement =
  /^(?:(?:wertpapier|fonds|sparplan) ?)?(?:kauf|ankauf|verkauf|zeichnung|ruecknahme|zugang|abgang|einbuchung|ausbuchung|einlieferung|auslieferung|wiederanlage|fondstausch|buy|sell|purchase|sale|subscription|redemption)(?: (?:sparplan|aus sparplan|wertpapiere?|fonds))?$/;
/** What papers about trades are called: "Wertpapierabrechnung", "Umsatzübersicht"; an "Abrechnungskonto" stands on every statement. */
const paperOfMovements =
  /abrechnung(?:en)?\b|umsatz(?:uebersicht|liste|anzeige|aufstellung)\b|umsaetze\b|transaktion(?:en|suebersicht|sliste)?\b|auftragsbestaetigung\b|orderbestaetigung\b/;
/** Titles are short; sentences of a statement may speak of anything. */
const longestTitle = 60;

/** Whether a cell says that its line is a purchase, a sale or another movement. */
export const isMovement = (text: string): boolean =>
  text.length <= longestTitle && movement.test(foldText(text).trim());

/** Columns whose words are of no booking: "Ertragsverwendung: Wiederanlage" says what a fund held does, "Empfehlung: Kauf" what somebody thinks. */
const columnWithoutMovements =
  /ertrag|ertraeg|ausschuettung|dividende|empfehlung|\brating\b|votum|income|distribution/;
/** Whether what stands below a header may be a movement. */
export const mayNameMovements = (header: string): boolean => !columnWithoutMovements.test(foldText(header));

/** Whether a line is the title of a paper about movements. */
export const isTitleOfMovements = (text: string): boolean =>
  text.length <= longestTitle && paperOfMovements.test(foldText(text));
