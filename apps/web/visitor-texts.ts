import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the bundler tells of its modules. */
interface Modules {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

interface Tree {
  readonly [key: string]: string | Tree;
}

const source = join(import.meta.dirname, 'src');
const files = join(import.meta.dirname, 'public/assets/i18n');

/** Where the pages for visitors begin. */
const beginning = join(source, 'main.tsx');

/** What waits for all texts before it is shown (`allTexts`): the pages behind the sign-in, and their dialogs. */
const withAllTexts: readonly string[] = ['routes/all.tsx', 'shell/dialog-outlet.tsx'].map((file) =>
  join(source, file),
);

/** What keys from outside lead to: refusals of the server. */
const always = 'errors';

/** Words of the rules in another language, by their German. */
const words = 'words';

/** Our own modules that pages for visitors reach, at once or later. */
export function modulesOfVisitors(modules: Modules): string[] {
  const reached = new Set<string>();
  const open = [beginning];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || id.includes('/node_modules/') || withAllTexts.includes(id)) continue;
    reached.add(id);
    const info = modules.getModuleInfo(id);
    open.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
  }
  return [...reached];
}

/**
 * Whether a key may be asked for by code: written out, as a branch above it, or as the beginning of a template. Anything that
 * looks like it counts; a text too many costs less than one that is missing.
 */
export function keysIn(code: string): (key: string) => boolean {
  const named = new Set<string>();
  const beginnings: string[] = [];
  for (const [, name = '', isTemplate] of code.matchAll(/([A-Za-z]\w*\.(?:\w+\.)*\w*)(\$\{)?/g)) {
    if (isTemplate) beginnings.push(name);
    else named.add(name);
  }
  return (key) => {
    if (beginnings.some((start) => key.startsWith(start))) return true;
    const parts = key.replace(/_(one|other)$/, '').split('.');
    return parts.some((_part, place) => place > 0 && named.has(parts.slice(0, place + 1).join('.')));
  };
}

/** Whether code has a German word or sentence; of one with something inserted, its longest fixed part. */
export function germanIn(code: string): (german: string) => boolean {
  const plain = code.replaceAll(/\\(?=['"`])/g, '');
  return (german) => {
    const [longest = ''] = german.split('{}').toSorted((a, b) => b.length - a.length);
    return longest.trim() !== '' && plain.includes(longest);
  };
}

function chosen(tree: Tree, isNeeded: (key: string) => boolean, above = ''): Tree {
  const entries = Object.entries(tree).flatMap(([name, part]): [string, string | Tree][] => {
    const key = `${above}${name}`;
    if (key === always) return [[name, part]];
    if (typeof part === 'string') return isNeeded(key) ? [[name, part]] : [];
    const below = chosen(part, isNeeded, `${key}.`);
    return Object.keys(below).length > 0 ? [[name, below]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * By language the texts that pages for visitors can show, of the German ones a quarter, so that nobody who is not signed in waits for the others.
 * They are found in the code those pages reach, so a new one is among them by itself. The words of the rules that the server tells are in
 * no code of a page: all of them lie in a file of their own, which is fetched where somebody begins to be told such (`wordsOfRules`).
 */
export function visitorTexts(modules: Modules): { fileName: string; source: string }[] {
  const code = modulesOfVisitors(modules).map((id) => modules.getModuleInfo(id)?.code ?? '');
  const isNeeded = keysIn(code.join('\n'));
  const isSpoken = germanIn(code.join('\n'));
  return readdirSync(files)
    .filter((name) => /^[a-z]{2}\.json$/.test(name))
    .flatMap((name) => {
      // Our own file; its shape is compared by the tests of texts.
      const { [words]: all, ...texts } = JSON.parse(readFileSync(join(files, name), 'utf8')) as Tree;
      const fileOf = (kind: string, content: Tree) => ({
        fileName: `assets/i18n/${name.replace('.json', `.${kind}.json`)}`,
        source: JSON.stringify(content),
      });
      const ofVisitors = chosen(texts, isNeeded);
      if (all === undefined || typeof all === 'string') return [fileOf('visitors', ofVisitors)];
      const spoken = Object.entries(all).filter(([german]) => isSpoken(german));
      return [
        fileOf('visitors', { ...ofVisitors, [words]: Object.fromEntries(spoken) }),
        fileOf('words', { [words]: all }),
      ];
    });
}
