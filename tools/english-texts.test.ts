import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookFieldNames, bookFields, recogniseColumns } from '@depotwerk/domain/book/book-fields';
import { paymentKindNames } from '@depotwerk/domain/contracts/payments';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Texts = { readonly [key: string]: string | Texts };

// Our own files, and only texts in them.
const textsIn = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;

const german = textsIn('apps/web/public/assets/i18n/de.json');
const { words, ...english } = textsIn('apps/web/public/assets/i18n/en.json');
const said = new Map(
  Object.entries(words ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
);

/** Keys with the placeholders of their texts, and how often each stands there. */
const shapeOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${before}${key} ${(value.match(/\{\w+\}/g) ?? []).toSorted().join('')}`]
      : shapeOf(value, `${before}${key}.`),
  );

const leavesOf = (texts: Texts | string): string[] =>
  (typeof texts === 'string' ? [] : Object.values(texts)).flatMap((value) =>
    typeof value === 'string' ? [value] : leavesOf(value),
  );

/** Files whose German is for machines or papers: headers of files, sample data, and names the search folds. */
const notForReaders =
  /\.test\.ts$|fixtures\/|-for-test|\/operations\/|\/book-fields|fund-field-map|fold-text|check-appearance|built-in/;
const isWord = (text: string) =>
  /\p{L}-\p{Lu}\p{Ll}{2,}|^(?!ergeben$|ergibt$)(ab|an|auf|aus|be|er|fehl|ge|ver|zu)\p{Ll}{3,}(t|en)$|[äöüßÄÖÜ„“]|^\p{Lu}\p{Ll}{2,}( |$|[.,:])|\p{Ll}{2,} \p{L}|^\s\p{Ll}|\p{Ll}\s$/u.test(
    text,
  ) && /\p{L}{2}/u.test(text);
/** Sentences in English for people who read the engine's own output. */
const englishHere = /^(group row|independent lognormal|equity quota| within each|\{\} to \{\})/;

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const noText =
  /^(ImportDeclaration|Export(All|Named)FromDeclaration|TSLiteralType|TSTypeAliasDeclaration|TSInterfaceDeclaration|NewExpression)$/;

/** Every text in a syntax tree, but for nodes that hold none; `{}` where a template has a value. */
function literalsIn(value: unknown, without = noText): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => literalsIn(one, without));
  if (!isNode(value) || without.test(value.type)) return [];
  const own = [];
  if (value.type === 'Literal' && typeof value['value'] === 'string') own.push(value['value']);
  if (value.type === 'TemplateLiteral' && Array.isArray(value['quasis']))
    own.push(value['quasis'].map(({ value: part }: { value: { cooked: string } }) => part.cooked).join('{}'));
  return [...own, ...Object.values(value).flatMap((one) => literalsIn(one, without))];
}

/** Texts of a file, several gaps beside each other as one. */
const textsOf = (file: string, without = noText): string[] =>
  literalsIn(
    parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }),
    without,
  ).map((text) => text.replaceAll(/(\{\w*\})+/g, '{}'));

test.each(['de', 'en'])('no key of %s.json stands twice: the second would win in silence', (language) => {
  const path = `apps/web/public/assets/i18n/${language}.json`;
  expect(readFileSync(join(root, path), 'utf8').split('\n')).toEqual(
    `${JSON.stringify(textsIn(path), null, 2)}\n`.split('\n'),
  );
});

test('English has the keys, placeholders and plural forms of German, and no German', () => {
  expect(shapeOf(english)).toEqual(shapeOf(german));
  const untranslated = leavesOf(english).filter((text) => /[„ß]|\b(und|nicht|oder|wird|bitte)\b/.test(text));
  expect(untranslated).toEqual([]);
});

test('figures and days in English texts are English', () => {
  // Samples of what files hold, and the settings, which compare both forms.
  const ofFiles =
    /decimal numbers \(|^Comma \(|read in two ways|in German, |is no number of the form |DD\.MM\.YYYY \(|written like 2024/;
  const texts = [...leavesOf(english), ...said.values()].filter((text) => !ofFiles.test(text));
  const isGerman = /\d\.\d{3}(?!\d)|\d,\d{1,2}(?!\d)|\d\.\d{1,2}\.\d|[\d}][ \u00a0][€%]|DD\.MM/;
  expect(texts.filter((text) => isGerman.test(text))).toEqual([]);
});

test('the help says in English what it says in German', () => {
  const [de, en] = ['de', 'en'].map((tag) => textsIn(`apps/web/src/areas/help/help.${tag}.json`));
  const places = (help: Texts | undefined) =>
    JSON.stringify(help?.['pages'], (key, value) =>
      /^(title|purpose)$/.test(key) ? '' : key === 'first' ? value.length : value,
    );
  expect(places(en)).toEqual(places(de));
  const [germanWords, englishWords] = [de, en].map((help) => Object.keys(help?.['glossary'] ?? {}));
  expect(englishWords).toEqual(germanWords?.map((word) => said.get(word)));
  const called = new Set(leavesOf(english));
  const quoted = [...JSON.stringify(en).matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((name) => !called.has(name))).toEqual([]);
});

test('every German word of the rules has an English one, with the same gaps', () => {
  const files = globSync('packages/{domain,engine}/src/**/*.ts', { cwd: root }).filter(
    (file) => !notForReaders.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const missing = files
    .flatMap((file) => textsOf(file))
    .filter((text) => isWord(text.replaceAll('{}', '')) && !englishHere.test(text) && !said.has(text));
  expect([...new Set(missing)]).toEqual([]);
  const gaps = (text: string) => text.match(/\{\}/g)?.length ?? 0;
  const wrong = [...said].filter(([from, to]) =>
    (to.match(/\{\d*\*?\}/g) ?? []).some(
      (gap, place) => Number(gap.replaceAll(/\D/g, '') || place + 1) > gaps(from),
    ),
  );
  expect(wrong).toEqual([]);
});

/** Of server and browser: papers, files, commands, mails, what only machines read, and what is said when no texts came. */
const forNoScreen =
  /\.test\.|-for-test|-fixture|web\/src\/main\.tsx|white-label\/terms-page|src\/tenants\/|areas\/reports\/(report|pdf)\/|privacy\/archive|export-|platform\/export\/|-command\.ts|http\/(problem|bind-call|openapi)|default-roles|platform\/(config|choose-tenant)|book-example-file|write-report|describe-result|passwords\/|account-notice|notifications\/mail|mail\/save-mail|send-sms-code|rotate-session|former-sign-in|user-sign-in|invite|write-invitation|decide-registration|prospects\/(register|submit-analysis)|forgot-password|activate-credentials|change-password|sms-factor|auth\/totp|own-passkeys|link-account|api-tokens\/api-tokens|report-frame|tariffs\/files\/house-key/;
/** Names of columns that are looked for in files. */
const columnNames = /prospects\/holding-columns\.ts|import\/price-plan\.ts/;
const sql = /\b(select|insert|from|where|join|order by|coalesce|returning|case when)\b|::/;
const looksGerman =
  /[äöüßÄÖÜ„“]|(?<!\p{L})(der|die|das|den|dem|des|und|oder|nicht|kein|keine|keinen|wird|wurde|werden|ist|sind|hat|haben|mit|von|vom|auf|zu|zum|zur|ein|eine|einen|je|bis|nur|noch|aus|bei|für|dieser?|Fonds|Datei|Zeile|Spalte|Bitte|Anteile?|Tage?|Jahr|Kurse?|Wert|ohne|neue?)(?!\p{L})/u;

/** Errors that say the same in the browser's own texts have their English there (`change-language.ts`). */
const refusals = new Set(leavesOf(german['errors'] ?? {}).filter((text) => !text.includes('{')));

/** What a statement of the database puts into its answer. */
const quotedIn = (text: string): string[] =>
  [...text.matchAll(/'([^'\n]*)'/g)].map(([, quoted = '']) => quoted);

test('German texts of server and browser that reach a screen have an English one', () => {
  const files = globSync('apps/{server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !forNoScreen.test(file),
  );
  expect(files.length).toBeGreaterThan(1000);
  const types =
    /^(ImportDeclaration|Export(All|Named)FromDeclaration|TS(LiteralType|TypeAliasDeclaration|InterfaceDeclaration))$/;
  const missing = files.flatMap((file) =>
    textsOf(file, types)
      .flatMap((text) => (sql.test(text) ? quotedIn(text) : [text]))
      .filter(
        (text) =>
          /\p{L}{3}/u.test(text) &&
          looksGerman.test(text) &&
          !said.has(text) &&
          !refusals.has(text) &&
          !/^\d+ bis \d+$/.test(text) &&
          // A unit as files print it.
          text !== 'Stück',
      )
      .filter((text) => !columnNames.test(file) || text.includes('. ') || text.endsWith('.'))
      .map((text) => `${file}: ${text}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

/** Names: of categories a house begins with and changes as it likes, of rating agencies, of a time zone, and what both languages call the same. */
const names =
  /^(Aktien|Renten|Geldmarkt|Alternative|Morningstar|Scope|Online-Banking|Depots|Administration|Black-Litterman|Europe\/Berlin)$/;

test('every text a migration delivers has an English one', () => {
  const delivered = globSync('apps/server/migrations/*.sql', { cwd: root }).flatMap((file) => {
    const sql = readFileSync(join(root, file), 'utf8')
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/comment on [^']*'(?:[^']|'')*'/g, '');
    const plain = [...sql.matchAll(/'((?:[^'\n]|'')*)'/g)].map(([, text = '']) => text);
    const inJson = [...sql.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text = '']) => text);
    return [...plain.filter((text) => !/[{}"]/.test(text)), ...inJson];
  });
  const texts = delivered.filter(
    (text) => /\p{L}{3}/u.test(text) && (looksGerman.test(text) || /^\p{Lu}\p{Ll}{2,}/u.test(text)),
  );
  expect(texts.length).toBeGreaterThan(200);
  const alphabet = /abcdefg/i;
  const missing = texts.filter((text) => !said.has(text) && !names.test(text) && !alphabet.test(text));
  expect([...new Set(missing)]).toEqual([]);
});

test('a column named as the English screen names its field is recognised, and each field has an English name', () => {
  const columns = bookFieldNames.flatMap((name) => {
    const { label } = bookFields[name];
    // They are called so in both languages.
    return name === 'isin' || name === 'iban'
      ? []
      : [{ name, label: said.get(label) ?? `no word for ${label}` }];
  });
  for (const name of ['tariffName', 'issuerName', 'groupName'] as const) {
    // With its label in a gap of its own the name behind it, which may be several words, would not be told from it.
    const { label } = bookFields[name];
    expect(said.get(`${label} {} ist nicht bekannt oder nicht eindeutig.`)).toMatch(
      new RegExp(`^${said.get(label)} \\{\\} is not known`),
    );
  }
  expect(columns.filter(({ name, label }) => recogniseColumns([label])[0] !== name)).toEqual([]);
});

test('the state of a thing and what was paid in until a day are two words in both languages', () => {
  expect(said.get('Stand')).toBe('State');
  expect(said.get(paymentKindNames.stated)).toBe('Balance paid in');
});

/** What stands between tags as it is, and would be in one language for ever. */
const plainTextsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(plainTextsIn);
  if (!isNode(value)) return [];
  const own = value.type === 'JSXText' && typeof value['value'] === 'string' ? [value['value'].trim()] : [];
  return [...own, ...Object.values(value).flatMap(plainTextsIn)];
};

test('words between tags come from the texts', () => {
  const shown = globSync('apps/web/src/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.|-for-test/.test(file))
    .flatMap((file) =>
      plainTextsIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'tsx' }))
        // Names such as SHA-256 are the same in every language.
        .filter((text) => /\p{Ll}/u.test(text))
        .map((text) => `${file}: ${text}`),
    );
  expect(shown).toEqual([]);
  expect(
    plainTextsIn(parseAst('const a = <b title="c">Jetzt {d}</b>;', { lang: 'tsx' })).filter(Boolean),
  ).toEqual(['Jetzt']);
});

/** What people wrote to each other, what a field holds, and what `t` has said already. */
const alreadySaid =
  /areas\/(messages|prospects\/invitation-page|customers\/privacy|documents\/consultation-record|tariffs\/wizard\/wizard-notices|contracts\/book\/book-imports-page)|ui\/toast|forms\/leave-guard|shell\/error-dialog|\.test\./;

test('what the server says of a failure is said in the language in use wherever it is shown', () => {
  const shown = globSync('apps/web/src/**/*.tsx', { cwd: root })
    .filter((file) => !alreadySaid.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /[>}\s]\{([\w.?]*\.)?(message|reason|lastError)\}/g,
        ),
      ].map(([text]) => `${file}: ${text.trim()}`),
    );
  expect(shown).toEqual([]);
});

test('quotation marks come from the texts, too: each language has its own', () => {
  const marked = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|-for-test/.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => /[„“”]/u.test(line) && !/^\s*(?:\/\/|\/?\*)/u.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(marked).toEqual([]);
});
