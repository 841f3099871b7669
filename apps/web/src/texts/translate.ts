/** Texts of one language: a tree of namespaces, with text at its leaves. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

export interface Language {
  tag: string;
  texts: TextTree;
  /** False where only the texts of the pages for visitors were read. */
  hasAll: boolean;
}

/** The text at a dotted key, own members only; undefined when there is none or it is a branch. */
export function textAt(texts: TextTree, key: string): string | undefined {
  let node: string | TextTree | undefined = texts;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Looks the key up in each language in turn. With a `count`, the language's own plural form is tried first
 * (`key_one`, `key_other`). `{name}` is replaced by the parameter; an unknown one stays visible.
 */
export function translate(
  languages: readonly Language[],
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string | undefined {
  for (const { tag, texts } of languages) {
    const count = params['count'];
    const plural =
      typeof count === 'number'
        ? textAt(texts, `${key}_${new Intl.PluralRules(tag).select(count)}`)
        : undefined;
    const text = plural ?? textAt(texts, key);
    if (text === undefined) continue;
    return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
      Object.hasOwn(params, name) ? String(params[name]) : placeholder,
    );
  }
  return undefined;
}

/** True for a tree whose leaves are all text. */
export function isTextTree(value: unknown): value is TextTree {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => typeof member === 'string' || isTextTree(member))
  );
}
