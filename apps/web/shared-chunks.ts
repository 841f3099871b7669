import { basename, join } from 'node:path';

/** What the bundler tells of its modules. */
interface Modules {
  getModuleInfo(id: string): { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

const source = join(import.meta.dirname, 'src');

/** Present on every page. */
const start = 'start';

/** Where people arrive, with the files each of these pages begins with. */
const arrivals: Readonly<Record<string, readonly string[]>> = {
  [start]: ['main.tsx'],
  'sign-in': ['areas/auth/auth-layout.tsx', 'areas/auth/login-page.tsx'],
  analysis: ['areas/prospects/depotanalysis-page.tsx'],
  // Whoever reads another language comes with it to any of them.
  language: ['texts/change-language.ts'],
  shell: ['routes/all.tsx', 'shell/app-shell.tsx'],
  contracts: ['areas/contracts/contracts-page.tsx'],
  customers: ['areas/customers/customers-page.tsx'],
};

/** The library of icons offers them all in one list; a module needs those it names. */
const iconList = /@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/;

/** Our own modules and icons that a module needs; other libraries the bundler divides by itself. */
function needsOf(id: string, modules: Modules): string[] {
  const info = modules.getModuleInfo(id);
  return (info?.importedIds ?? []).flatMap((imported) => {
    if (!iconList.test(imported)) return imported.includes('/node_modules/') ? [] : [imported];
    const named = new Set(info?.code?.match(/\bIcon\w+/g));
    return (modules.getModuleInfo(imported)?.importedIds ?? []).filter((icon) =>
      named.has(basename(icon, '.mjs')),
    );
  });
}

/** By module: the arrivals that need it, in their order. */
function arrivalsOf(modules: Modules): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const [name, files] of Object.entries(arrivals)) {
    const beginnings = files.map((file) => join(source, file));
    const reached = new Set<string>();
    const open = [...beginnings];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      open.push(...needsOf(id, modules));
    }
    for (const id of reached) {
      if (!beginnings.includes(id)) known.set(id, [...(known.get(id) ?? []), name]);
    }
  }
  return known;
}

/**
 * Names the file of every module for one build: one file for each set of arrivals that need the same modules, so that each
 * of them loads few files and nothing it does not need. What no arrival needs (null) the bundler divides by the pages
 * that import it; doing that for everything came to 94 files for the list of contracts. What is there from the start stays
 * with the page's first file, which the bundler fills with libraries of its own: a second one beside it would need them,
 * and be needed.
 */
export function sharedChunks(): (id: string, modules: Modules) => string | null {
  let known: Map<string, string[]> | undefined;
  return (id, modules) => {
    known ??= arrivalsOf(modules);
    const names = known.get(id);
    return names === undefined || names.includes(start) ? null : names.join('-');
  };
}

/** A file of the finished build. */
interface BuiltFile {
  readonly type: string;
  readonly imports?: readonly string[];
}

/**
 * Refuses a build in which two files need one another: which of them runs first is chance then, and a page stays white.
 *
 * @throws naming the files of the first circle
 */
export function refuseCircles(files: Readonly<Record<string, BuiltFile>>): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      throw new Error(
        `Files that need one another: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`,
      );
    }
    if (done.has(name)) return;
    for (const imported of files[name]?.imports ?? []) visit(imported, [...path, name]);
    done.add(name);
  };
  for (const name of Object.keys(files)) visit(name, []);
}
