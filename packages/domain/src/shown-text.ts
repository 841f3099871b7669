/**
 * Whether a text shows nothing: blanks, controls and characters a font leaves out (Unicode Default_Ignorable_Code_Point: zero
 * width, soft hyphen, Hangul fillers) or draws as a blank. A name of them would be a line nobody sees.
 */
export const showsNothing = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
