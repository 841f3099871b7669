/**
 * PDF/UA-1 on top of PDF/A: the compiler writes one standard at a time. Its PDF/A-2a files have all that PDF/UA-1
 * demands (tests compile every report under both) but neither say so nor show the title in the window's bar. Adds
 * exactly these: `pdfuaid:part` with its schema description (ISO 14289-1, 5; ISO 19005-2, 6.6.2.3.3) and
 * `DisplayDocTitle`. Offsets of the cross-reference table move along.
 * @throws when the file is not laid out as the compiler lays it out
 */
export function claimAccessibility(pdf: Uint8Array): Uint8Array {
  // Latin-1 keeps one character a byte: positions in the text are positions in the file.
  const source = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = source.toString('latin1');
  const metadata = find(text, /\/Length (\d+)(?=\s+\/Type \/Metadata)/);
  const length = Number(metadata[1]);
  const edits = [
    edit(metadata.index, metadata[0].length, `/Length ${length + claim.length + namespace.length}`),
    edit(find(text, / xmlns:pdfaExtension="/, metadata.index).index, 0, namespace),
    edit(find(text, /<pdfaid:part>/, metadata.index).index, 0, claim),
    edit(after(find(text, /\/ViewerPreferences <</, metadata.index)), 0, '\n    /DisplayDocTitle true'),
    // The description of our one property joins those the compiler writes.
    edit(after(find(text, /<pdfaExtension:schemas><rdf:Bag>/, metadata.index)), 0, schema),
  ].toSorted((a, b) => a.at - b.at);
  edits[0] = edit(
    metadata.index,
    metadata[0].length,
    `/Length ${length + claim.length + namespace.length + schema.length}`,
  );
  return Buffer.from(withMovedOffsets(applyEdits(text, edits), edits), 'latin1');
}

const namespace = ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';
const claim = '<pdfuaid:part>1</pdfuaid:part>';
const schema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>';

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly inserted: string;
}

const edit = (at: number, removed: number, inserted: string): Edit => ({ at, removed, inserted });
const after = (match: RegExpExecArray) => match.index + match[0].length;

function find(text: string, pattern: RegExp, from = 0): RegExpExecArray {
  const search = new RegExp(pattern, 'g');
  search.lastIndex = from;
  const match = search.exec(text);
  if (!match) throw new Error(`The PDF has no ${pattern.source}.`);
  return match;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let done = 0;
  for (const { at, removed, inserted } of edits) {
    result += text.slice(done, at) + inserted;
    done = at + removed;
  }
  return result + text.slice(done);
}

function withMovedOffsets(text: string, edits: readonly Edit[]): string {
  const moved = (offset: number) =>
    edits.reduce(
      (sum, { at, removed, inserted }) => (at < offset ? sum + inserted.length - removed : sum),
      offset,
    );
  const table = text.lastIndexOf('\nxref\n') + 1;
  const trailer = text.indexOf('trailer', table);
  if (table === 0 || trailer < 0) throw new Error('The PDF has no cross-reference table.');
  const entries = text
    .slice(table, trailer)
    .replaceAll(/^(\d{10}) (\d{5} n)/gm, (_, offset: string, rest: string) => {
      return `${String(moved(Number(offset))).padStart(10, '0')} ${rest}`;
    });
  const end = text
    .slice(trailer)
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${moved(Number(offset))}`);
  return text.slice(0, table) + entries + end;
}
