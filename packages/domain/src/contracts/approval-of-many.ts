/** What a second person's agreement to the plan of one contract of many came to, in the order it is shown. */
export const approvalRowResults = ['skipped', 'approved'] as const;
