/** What stands where a figure is not known: never 0, and never a blank that could mean either. */
export const unknownText = 'unbekannt';
