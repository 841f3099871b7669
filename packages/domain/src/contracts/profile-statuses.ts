/** Whether a risk profile counts; `suggested` ones wait for a confirmation. */
export const profileStatuses = ['valid', 'expired', 'suggested'] as const;
