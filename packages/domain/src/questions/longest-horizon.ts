/** Years until the money is needed: more than any client can mean. */
export const longestHorizon = 100;
