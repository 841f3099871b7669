import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { claimAccessibility } from './claim-accessibility.ts';
import { printableBy } from './font-coverage.ts';

/** Everything a PDF is made from; strings are data, never markup. */
export interface PdfJob {
  /** JSON of a ReportDocument. */
  readonly report: string;
  /** JSON of a ReportFrame. */
  readonly frame: string;
  readonly logo: { readonly fileName: string; readonly content: Uint8Array } | null;
}

/** `a-2a` contains PDF/A-2b and demands the tags PDF/UA needs; `ua-1` is the compiler's own check of PDF/UA-1. */
export type PdfStandard = 'a-2a' | 'ua-1';

const weights = ['400Regular', '400Regular_Italic', '600SemiBold'] as const;

function fonts(): Buffer[] {
  const resolve = createRequire(import.meta.url);
  const folder = join(resolve.resolve('@expo-google-fonts/source-sans-3/package.json'), '..');
  return weights.map((weight) => readFileSync(join(folder, weight, `SourceSans3_${weight}.ttf`)));
}

/** In sources beside this area, in the build next to the package. */
export function templateFolder(): string {
  const isBuilt = import.meta.url.endsWith('.js');
  return fileURLToPath(new URL(isBuilt ? '../src/areas/reports/templates' : '../templates', import.meta.url));
}

/** Turns jobs into PDFs in this process; nothing of one job is left for the next. */
export class ReportCompiler {
  readonly #folder = templateFolder();
  readonly #compiler: NodeCompiler;

  readonly #isPrintable: (character: string) => boolean;

  constructor() {
    const fontBlobs = fonts();
    this.#compiler = NodeCompiler.create({ workspace: this.#folder, fontArgs: [{ fontBlobs }] });
    this.#isPrintable = printableBy(fontBlobs);
  }

  /**
   * The PDF of a job. Characters no font has, and those PDF/A forbids, are shown as a box. Throws with the compiler's
   * words, without the texts it quotes: they are customers' data.
   */
  compile(job: PdfJob, standard: PdfStandard = 'a-2a'): Uint8Array {
    try {
      return this.#compileAsGiven(job, standard);
    } catch (error) {
      // A logo that was damaged before it was uploaded takes no paper with it: the house's name stands in its place.
      if (job.logo === null || !(error instanceof Error) || !brokenPicture.test(error.message)) throw error;
      return this.#compileAsGiven(withoutLogo(job), standard);
    }
  }

  #compileAsGiven(job: PdfJob, standard: PdfStandard): Uint8Array {
    const logo = job.logo && join(this.#folder, job.logo.fileName);
    try {
      if (logo && job.logo) this.#compiler.mapShadow(logo, Buffer.from(job.logo.content));
      const pdf = this.#compileWithBoxes(job, standard);
      return standard === 'a-2a' ? claimAccessibility(pdf) : pdf;
    } finally {
      if (logo) this.#compiler.unmapShadow(logo);
      // Memoised layouts of customers' data are of no use to the next report and would stay in memory.
      this.#compiler.evictCache(0);
    }
  }

  #compileWithBoxes(job: PdfJob, standard: PdfStandard): Uint8Array {
    let report = this.#printable(job.report);
    let frame = this.#printable(job.frame);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return this.#compiler.pdf(
          { mainFilePath: join(this.#folder, 'report.typ'), inputs: { report, frame } },
          { pdfStandard: standard },
        );
      } catch (error) {
        const message = wordsOf(error);
        const missing = missingCharacters(message);
        if (missing.length === 0 || attempt >= 3)
          throw new Error(message.replaceAll(/`.*?`/gsu, '`…`'), { cause: error });
        report = withBoxes(report, missing);
        frame = withBoxes(frame, missing);
      }
    }
  }

  /**
   * The JSON of a report with a box for whatever would end or spoil it: what no font of ours has, characters of private
   * use, which look different with every font, and what JSON writes as an escape because it has no place in a text
   * (controls, halves of a character). Byte order marks are invisible anyway.
   */
  #printable(json: string): string {
    const known = new Map<string, string>();
    const shown = (character: string): string => {
      const isShown = this.#isPrintable(character) && !privateUse.test(character);
      known.set(character, isShown ? character : box);
      return isShown ? character : box;
    };
    return json
      .replaceAll('\ufeff', '')
      .replaceAll(/[^\n -~]/gu, (character) => known.get(character) ?? shown(character))
      .replaceAll(escapes, (escape) => (forbiddenEscape.test(escape) ? box : escape));
  }
}

/** The compiler's words for a picture it cannot draw. */
const brokenPicture = /failed to (?:decode|parse|load) (?:image|SVG)|unknown image format/i;

function withoutLogo(job: PdfJob): PdfJob {
  const frame: unknown = JSON.parse(job.frame, (key, value: unknown) => (key === 'logo' ? null : value));
  return { ...job, frame: JSON.stringify(frame), logo: null };
}

const privateUse = /\p{Co}/u;
/** Escapes of JSON, with what follows a backslash, so that the second of two is not taken for the first. */
const escapes = /\\(?:u[\da-f]{4}|.)/giu;
const forbiddenEscape = /^\\(?:[bf]|u(?:00[01][\da-f]|d[89a-f][\da-f]{2}))$/i;

/** The compiler puts its words into `code`. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** What our fonts have and other texts of the report are made of, its JSON included. */
const ownLetter = /[\u0020-\u007e\p{Script=Latin}]/u;

/**
 * Characters the compiler names in „the text … could not be displayed“. It names a letter together with the marks on
 * it: the letter is not to blame, and would be taken from every word and figure of the report.
 */
export function missingCharacters(message: string): string[] {
  const found = new Set<string>();
  for (const [, text = ''] of message.matchAll(/the text `\\*"(.*?)\\*"` could not be displayed/gsu)) {
    const plain = text.replaceAll(/\\+u\{([0-9a-f]{1,6})\}/giu, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    const characters = [...plain];
    const others = characters.filter((character) => !ownLetter.test(character));
    // A letter alone is one our fonts lack, of those beyond ASCII.
    for (const character of others.length > 0 ? others : characters)
      if (character > '~') found.add(character);
  }
  return [...found];
}

/** U+25A1, which our font has. */
const box = '\u25a1';

function withBoxes(json: string, missing: readonly string[]): string {
  const set = new Set(missing);
  return [...json].map((character) => (set.has(character) ? box : character)).join('');
}
