/** The one place that says how this product writes and reads numbers, money, dates and weeks. */
export const locale = {
  /** BCP 47 tag for every Intl formatter. */
  tag: 'de-DE',
  language: 'de',
  currency: 'EUR',
  decimalSeparator: ',',
  groupSeparator: '.',
  /** Between a figure and its sign: never a line break there. */
  nonBreakingSpace: '\u00a0',
  hour12: false,
  /** 1 = Monday. */
  firstDayOfWeek: 1,
  /** Days of the weekend, 0 = Sunday. */
  weekend: [6, 0],
  /** Used where neither time zone header names a usable zone. */
  timeZone: 'Europe/Berlin',
} as const;
