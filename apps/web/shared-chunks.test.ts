import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseCircles, sharedChunks } from './shared-chunks.ts';

const source = (file: string) => join(import.meta.dirname, 'src', file);
const icon = (name: string) => `/node_modules/@tabler/icons-react/dist/esm/${name}.mjs`;
const iconList = icon('tabler-icons-react');
const library = '/node_modules/some-library/index.js';

const imports: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': [source('router.tsx')],
  'areas/auth/login-page.tsx': [source('field.tsx'), library],
  'shell/app-shell.tsx': [source('field.tsx'), source('menu.tsx')],
  'areas/contracts/contracts-page.tsx': [source('list.tsx')],
  'areas/customers/customers-page.tsx': [source('list.tsx'), source('router.tsx')],
  'list.tsx': [iconList],
};
const code: Readonly<Record<string, string>> = {
  'list.tsx': "import { IconTag } from '@tabler/icons-react'",
};

const modules = {
  getModuleInfo(id: string) {
    const file = Object.keys(imports).find((known) => source(known) === id);
    if (id === iconList) {
      return { code: '', importedIds: [icon('icons/IconTag'), icon('icons/IconX')] };
    }
    return { code: (file && code[file]) ?? '', importedIds: (file && imports[file]) ?? [] };
  },
};

describe('files that pages of arrival share', () => {
  const nameOf = sharedChunks();

  it('take a module by the arrivals that need it', () => {
    expect(nameOf(source('field.tsx'), modules)).toBe('sign-in-shell');
    expect(nameOf(source('menu.tsx'), modules)).toBe('shell');
    expect(nameOf(source('list.tsx'), modules)).toBe('contracts-customers');
  });

  it('leave what is there from the start with the first file', () => {
    expect(nameOf(source('router.tsx'), modules)).toBeNull();
  });

  it('hold the icons that are named, not their whole list', () => {
    expect(nameOf(icon('icons/IconTag'), modules)).toBe('contracts-customers');
    expect(nameOf(icon('icons/IconX'), modules)).toBeNull();
  });

  it('leave pages, libraries and what no arrival needs to the bundler', () => {
    const left = [source('shell/app-shell.tsx'), library, iconList, source('areas/mail/mail-page.tsx')];
    expect(left.map((id) => nameOf(id, modules))).toEqual([null, null, null, null]);
  });
});

describe('a build', () => {
  const file = (...imports: string[]) => ({ type: 'chunk', imports });

  it('with files that need one another is refused', () => {
    const files = {
      'a.js': file('b.js'),
      'b.js': file('c.js'),
      'c.js': file('b.js'),
      'd.css': { type: 'asset' },
    };
    expect(() => refuseCircles(files)).toThrow('b.js → c.js → b.js');
  });

  it('with files that share others is taken', () => {
    const files = { 'a.js': file('b.js', 'c.js'), 'b.js': file('c.js'), 'c.js': file() };
    expect(() => refuseCircles(files)).not.toThrow();
  });
});
