/**
 * What is proposed: keep everything (new money is invested), change the savings plan only, the smallest intervention that
 * mends what is wrong, or the full switch.
 */
export const proposalModes = ['keepPortfolio', 'savingsPlanOnly', 'necessary', 'full'] as const;
export type ProposalMode = (typeof proposalModes)[number];
