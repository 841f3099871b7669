/** Languages of the interface, the one that is always there first. Papers, letters and mails are German in each. */
export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];
