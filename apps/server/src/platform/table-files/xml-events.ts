import { SaxesParser } from 'saxes';
import { ImportRefused } from './import-refused.ts';

/** What a reader of one part hears; names without their prefixes. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Bytes given to the parser at once: so much may be heard before a listener that has enough is asked again. */
const chunkSize = 64 * 1024;
const maximumDepth = 60;

export const damagedWorkbook = (cause?: unknown) =>
  new ImportRefused(
    'Die Excel-Arbeitsmappe ist unvollständig oder beschädigt.',
    undefined,
    cause === undefined ? undefined : { cause },
  );

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Streams one XML part to a listener; yields between pieces of it, so that whoever collects may hand on or stop.
 * UTF-8 only, well-formed only, no DOCTYPE and so no entities of its own, bounded depth. @throws ImportRefused
 */
export function* readXmlEvents(bytes: Buffer, listener: XmlListener): Generator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  let depth = 0;
  parser.on('error', (error) => {
    throw damagedWorkbook(error);
  });
  parser.on('doctype', () => {
    throw damagedWorkbook();
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maximumDepth) throw damagedWorkbook();
    listener.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    listener.close?.(localName(name));
  });
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (chunk: Buffer | null) => {
    let text: string;
    try {
      text = chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      throw damagedWorkbook(error);
    }
    parser.write(text);
  };
  for (let from = 0; from < bytes.length; from += chunkSize) {
    write(bytes.subarray(from, from + chunkSize));
    yield;
  }
  write(null);
  parser.close();
  yield;
}

/** The same to its end. @throws ImportRefused */
export function readXmlPart(bytes: Buffer, listener: XmlListener): void {
  const events = readXmlEvents(bytes, listener);
  while (events.next().done !== true);
}
