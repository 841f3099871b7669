const digits = '0123456789abcdef';
/** Ids are random, so that their first digit cuts a table of any size into so many equal parts. */
export const idParts = digits.length;

/** The ids of a part: from `from` on and below `until`, the last without end. */
export const idPart = (part: number): { readonly from: string; readonly until: string | null } => ({
  from: firstOf(part),
  until: part + 1 < idParts ? firstOf(part + 1) : null,
});

const firstOf = (part: number): string => `${digits.charAt(part)}0000000-0000-0000-0000-000000000000`;
