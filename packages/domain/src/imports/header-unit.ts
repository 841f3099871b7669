/**
 * What a header says beside its name: in what its figures are. Others, such as USD or %, are another thing. It begins with none of the
 * spaces before it: a cell of nothing else would be looked through from each of them.
 */
const unitAtEnd =
  /(?:\((?:stück|stk\.?|eur|euro|€)\)|\[(?:stück|stk\.?|eur|euro|€)\]|\bin\s(?:eur|euro|€|stück)|\beuro?|€)$/iu;

/** A header of a table without the unit behind its name: "Kurswert (EUR)", "Wert/€", "Bestand in Stück". */
export function withoutHeaderUnit(header: string): string {
  const bare = header.normalize('NFC').trimEnd().replace(unitAtEnd, '').trimEnd();
  return bare.endsWith('/') ? bare.slice(0, -1).trimEnd() : bare;
}
