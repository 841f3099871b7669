import { hostileTexts } from './hostile-values.ts';

/**
 * What an answer of the product never says: places in its source, statements, what the database calls its own. Statements are looked
 * for as they are written, in small letters: funds are called "Renten Euro Select" and stand in what an answer says is stored.
 */
const leaks =
  /\bat [\w.<>]+ \(|node_modules|\.ts:\d|\bselect |\binsert into|\bpg_|[Ss]yntax error|\/home\/|\/root\//;

/** Texts of the drills that look like a leak where a server says what is stored. */
const lookingLikeLeaks = hostileTexts
  .filter((text) => leaks.test(text))
  .map((text) => JSON.stringify(text).slice(1, -1));

/** Whether the body of a refusal tells of the product's inside. */
export const tellsOfInside = (body: string): boolean =>
  leaks.test(lookingLikeLeaks.reduce((rest, text) => rest.replaceAll(text, ''), body));
