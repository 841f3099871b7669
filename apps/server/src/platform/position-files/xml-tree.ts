import { ImportRefused } from '../table-files/import-refused.ts';

/** An element by its local name; namespaces are the reader's business to check at the root. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Own character data, trimmed. */
  readonly text: string;
}

const maximumDepth = 60;
const maximumElements = 2_000_000;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const token = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<([^<>]*)>|([^<]+)/y;
const tag =
  /^(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)$/;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Building {
  name: string;
  qualified: string;
  attributes: Map<string, string>;
  children: Building[];
  text: string;
}

/**
 * Reads well-formed XML into a tree. A strict subset on purpose: no DOCTYPE and so no entities of a document's own,
 * nothing is ever fetched, depth and size are bounded. @throws ImportRefused
 */
export function readXml(text: string): XmlElement {
  const root: Building = { name: '', qualified: '', attributes: new Map(), children: [], text: '' };
  const open: Building[] = [root];
  let elements = 0;
  token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (token.lastIndex < text.length) {
    const position = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw text.startsWith('<!', position) ? declared() : broken();
    const [, cdata, markup, characters] = match;
    const parent = open.at(-1) ?? root;
    if (cdata !== undefined) parent.text += cdata;
    else if (characters !== undefined) {
      if (parent === root && characters.trim() !== '') throw broken();
      parent.text += decode(characters);
    } else if (markup !== undefined) {
      if (markup.startsWith('!')) throw declared();
      elements += 1;
      if (elements > maximumElements || open.length > maximumDepth)
        throw new ImportRefused('Die XML-Datei ist zu groß oder zu tief geschachtelt.');
      readTag(markup, open, parent);
    }
  }
  const [document, ...others] = root.children;
  if (open.length !== 1 || !document || others.length > 0) throw broken();
  return finish(document);
}

function readTag(markup: string, open: Building[], parent: Building): void {
  const parts = tag.exec(markup);
  if (!parts) throw broken();
  const [, closing, qualified = '', attributes = '', empty] = parts;
  if (closing) {
    if (parent.qualified !== qualified || attributes !== '' || open.length === 1) throw broken();
    open.pop();
    return;
  }
  const element: Building = {
    name: qualified.slice(qualified.indexOf(':') + 1),
    qualified,
    attributes: new Map(),
    children: [],
    text: '',
  };
  for (const [, name = '', double, single] of attributes.matchAll(attribute)) {
    if (element.attributes.has(name)) throw broken();
    element.attributes.set(name, decode(double ?? single ?? ''));
  }
  parent.children.push(element);
  if (!empty) open.push(element);
}

function decode(text: string): string {
  return text.replaceAll(/&([^;&]{0,12});?/g, (whole, entity: string) => {
    const code = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(entity);
    const known = named[entity];
    if (!whole.endsWith(';')) throw broken();
    if (known !== undefined) return known;
    const point = code
      ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16)
      : Number.NaN;
    if (Number.isNaN(point) || point > 0x10_ff_ff) throw broken();
    return String.fromCodePoint(point);
  });
}

function finish(element: Building): XmlElement {
  return {
    name: element.name,
    attributes: element.attributes,
    children: element.children.map(finish),
    text: element.text.trim(),
  };
}

const declared = () =>
  new ImportRefused('Die XML-Datei enthält eine DOCTYPE-Angabe; sie wird nicht gelesen.');
const broken = () => new ImportRefused('Die XML-Datei ist nicht wohlgeformt.');

/** The first element below by a path of names; undefined when there is none. */
export function child(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((each) => each.name === name);
  return found;
}

/** Every element of a name anywhere below. */
export function descendants(element: XmlElement | undefined, name: string): XmlElement[] {
  if (!element) return [];
  return element.children.flatMap((each) => [
    ...(each.name === name ? [each] : []),
    ...descendants(each, name),
  ]);
}
