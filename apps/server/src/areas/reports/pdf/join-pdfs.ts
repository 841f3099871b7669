import { createHash } from 'node:crypto';

/** An object of a PDF: its dictionary as text (one byte a character), and the bytes of its stream with their keywords. */
interface PdfObject {
  readonly head: string;
  readonly stream: Buffer | null;
}

interface PdfFile {
  readonly objects: ReadonlyMap<number, PdfObject>;
  readonly pages: number;
}

const reference = /\b(\d+) 0 R\b/g;
const streamStart = '\nstream\n';

/**
 * Files of our own compiler as one file to print: their pages one after the other, nothing else of them. Titles, tags and
 * standards belong to each document and stay with it; the paper needs none.
 *
 * @param isTwoSided a blank page after each document of an odd number of pages
 * @throws on a file that is not written as our compiler writes (a table of plain objects)
 */
export async function joinPdfs(
  files: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { title, isTwoSided }: { readonly title: string; readonly isTwoSided: boolean },
): Promise<Buffer> {
  const writer = new PdfWriter();
  const kids: number[] = [];
  let count = 0;
  for await (const bytes of files) {
    const file = readPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const pages = Number(/\/Count (\d+)/.exec(file.objects.get(file.pages)?.head ?? '')?.[1]);
    if (!(pages > 0)) throw new Error('The PDF has no pages.');
    kids.push(copyPages(writer, file));
    count += pages;
    if (isTwoSided && pages % 2 === 1) {
      kids.push(
        writer.add('<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595.276 841.89] /Resources << >> >>'),
      );
      count += 1;
    }
    // Other requests take their turn between two letters.
    await new Promise(setImmediate);
  }
  return writer.finish(kids, count, title);
}

/** Copies what pages are made of, with new numbers; answers that of their root. */
function copyPages(writer: PdfWriter, { objects, pages }: PdfFile): number {
  const numbers = new Map<number, number>();
  const waiting: number[] = [];
  const numberOf = (old: number): number => {
    const known = numbers.get(old);
    if (known !== undefined) return known;
    const object = objects.get(old);
    // What is shared by all letters of a house, such as its logo, is in the file once.
    const shared = object?.stream && !/ 0 R\b/.test(object.head) ? writer.shared(object) : null;
    const number = shared ?? writer.next();
    numbers.set(old, number);
    if (shared === null) waiting.push(old);
    return number;
  };
  const root = numberOf(pages);
  for (let old = waiting.pop(); old !== undefined; old = waiting.pop()) {
    const object = objects.get(old);
    if (!object) throw new Error(`The PDF lacks its object ${old}.`);
    const head = object.head.replaceAll(reference, (_, number: string) => `${numberOf(Number(number))} 0 R`);
    writer.put(
      numbers.get(old) ?? 0,
      old === pages ? head.replace('<<', '<< /Parent 1 0 R') : head,
      object.stream,
    );
  }
  return root;
}

function readPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString('latin1');
  const table = text.lastIndexOf('\nxref\n') + 1;
  const trailer = text.indexOf('trailer', table);
  if (table === 0 || trailer < 0) throw new Error('The PDF has no cross-reference table.');
  const offsets = [...text.slice(table, trailer).matchAll(/^(\d{10}) \d{5} n/gm)]
    .map(([, offset]) => Number(offset))
    .sort((a, b) => a - b);
  const objects = new Map<number, PdfObject>();
  offsets.forEach((start, index) => {
    const end = offsets[index + 1] ?? table;
    const found = /^(\d+) 0 obj\s/.exec(text.slice(start, start + 24));
    if (!found?.[1]) throw new Error('The PDF has an object without a number.');
    const bodyStart = start + found[0].length;
    const bodyEnd = text.lastIndexOf('endobj', end);
    const stream = text.indexOf(streamStart, bodyStart);
    const hasStream = stream >= 0 && stream < bodyEnd;
    objects.set(Number(found[1]), {
      head: text.slice(bodyStart, hasStream ? stream : bodyEnd).trim(),
      stream: hasStream ? bytes.subarray(stream, bodyEnd) : null,
    });
  });
  const root = Number(/\/Root (\d+) 0 R/.exec(text.slice(trailer))?.[1]);
  const pages = Number(/\/Pages (\d+) 0 R/.exec(objects.get(root)?.head ?? '')?.[1]);
  if (!objects.has(pages)) throw new Error('The PDF has no pages.');
  return { objects, pages };
}

/** Collects objects; number 1 is the root of all pages. */
class PdfWriter {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  readonly #offsets = new Map<number, number>();
  readonly #shared = new Map<string, number>();
  #length = this.#parts[0]?.byteLength ?? 0;
  #last = 1;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  add(head: string): number {
    const number = this.next();
    this.put(number, head, null);
    return number;
  }

  put(number: number, head: string, stream: Buffer | null): void {
    this.#offsets.set(number, this.#length);
    this.#write(Buffer.from(`${number} 0 obj\n${head}`, 'latin1'));
    if (stream) this.#write(stream);
    this.#write(Buffer.from('\nendobj\n'));
  }

  /** The number under which the same object is in the file, after writing it where it was not. */
  shared({ head, stream }: PdfObject): number {
    const key = createHash('sha256')
      .update(head)
      .update(stream ?? '')
      .digest('base64');
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const number = this.next();
    this.put(number, head, stream);
    this.#shared.set(key, number);
    return number;
  }

  finish(kids: readonly number[], count: number, title: string): Buffer {
    this.put(
      1,
      `<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
      null,
    );
    const catalog = this.add('<< /Type /Catalog /Pages 1 0 R /Lang (de-DE) >>');
    const info = this.add(`<< /Title <FEFF${Buffer.from(title, 'utf16le').swap16().toString('hex')}> >>`);
    const start = this.#length;
    const size = this.#last + 1;
    const rows = Array.from(
      { length: size - 1 },
      (_, index) => `${String(this.#offsets.get(index + 1) ?? 0).padStart(10, '0')} 00000 n \n`,
    );
    this.#write(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(this.#parts);
  }

  #write(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.byteLength;
  }
}
