/** In this page's memory alone: a name in an address is read by others. */
let name = '';

/** Whom a password was just set for; the sign-in that follows begins with it. Empty once somebody has signed in. */
export const noteChosenName = (chosen: string): void => {
  name = chosen;
};

export const chosenName = (): string => name;
