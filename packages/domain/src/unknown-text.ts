/** What stands where a figure is not known: never 0, and never a blank that could mean either. */
export const unknownText = 'unbekannt';

/** What stands where somebody was asked, or could have said something, and did not. */
export const notStatedText = 'Keine Angabe';
