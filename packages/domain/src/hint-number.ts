/** The highest number of a hint (H01 to H24): lists filter by numbers up to it, masks of hints have as many bits. */
export const lastHintNumber = 24;
