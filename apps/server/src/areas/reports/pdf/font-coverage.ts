/** Reads which characters a TrueType font has: the table `cmap` of its file, format 12 (segmented coverage). */
function characterRanges(font: Buffer): (readonly [first: number, last: number])[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('a font without cmap');
  const cmap = font.readUInt32BE(entry + 8);
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4),
  );
  const whole = subtables.find((at) => font.readUInt16BE(at) === 12);
  if (whole === undefined) throw new Error('a font whose cmap covers the first plane only');
  return Array.from({ length: font.readUInt32BE(whole + 12) }, (_, index) => {
    const group = whole + 16 + index * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)] as const;
  });
}

/** Nothing is printed for these, whether a font has them or not. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/u;

/**
 * Whether every one of the fonts can print a character; what is invisible anyway counts as printable.
 * @param fonts TrueType files
 */
export function printableBy(fonts: readonly Buffer[]): (character: string) => boolean {
  const covered = fonts.map((font) => {
    const points = new Set<number>();
    for (const [first, last] of characterRanges(font))
      for (let point = first; point <= last; point += 1) points.add(point);
    return points;
  });
  return (character) => {
    const point = character.codePointAt(0) ?? 0;
    return covered.every((points) => points.has(point)) || invisible.test(character);
  };
}
