const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T].*)?$/;

/** Whether a day is written with slashes, which alone does not say what of it is the month. */
export const isSlashDay = (text: string): boolean => slashed.test(text);

/**
 * Days of one column written with slashes: American ones name the month first, British ones the day. Only a column with a number
 * above 12 in one place, and none in the other, says which; all others stay unread.
 */
export class SlashDays {
  #isDayFirst = false;
  #isMonthFirst = false;
  #example = '';

  see(text: string): void {
    const [, first, second] = slashed.exec(text) ?? [];
    if (first === undefined || second === undefined) return;
    const isDayFirst = Number(first) > 12;
    if (!isDayFirst && Number(second) <= 12) return;
    if (this.#example === '') this.#example = text;
    if (isDayFirst) this.#isDayFirst = true;
    else this.#isMonthFirst = true;
  }

  get #isCertain(): boolean {
    return this.#isDayFirst !== this.#isMonthFirst;
  }

  /** The day in ISO's order where the column says which it is; any other text as it is. */
  inOrder(text: string): string {
    const [, first = '', second = '', year = ''] = slashed.exec(text) ?? [];
    if (year === '' || !this.#isCertain) return text;
    const [day, month] = this.#isDayFirst ? [first, second] : [second, first];
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }

  /** What the days were read as, to be said of the file. */
  get note(): string | null {
    if (!this.#isCertain) return null;
    const order = this.#isDayFirst ? 'Tag/Monat/Jahr' : 'Monat/Tag/Jahr';
    return `Datum mit Schrägstrichen: als ${order} gelesen (${this.#example}).`;
  }
}
