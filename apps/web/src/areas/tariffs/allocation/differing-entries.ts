import { t } from '../../../texts/texts.ts';

/** Entries that are named; who has changed more compares by the list itself. */
const mostNamed = 12;

/** The first of many texts in one line, and how many more there are. */
export function firstTexts(texts: readonly string[]): string {
  const rest = texts.length - mostNamed;
  return [
    ...texts.slice(0, mostNamed),
    ...(rest > 0 ? [t('validators.errorSummaryMore', { count: rest })] : []),
  ].join(' · ');
}

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];

/**
 * A list of ids in words: how many there are and, by name, those the other version has not; of the same in another order all.
 * Undefined for what is no list. Where names are not loaded yet, the number is said alone: an id tells nobody anything.
 */
export function differingEntries(
  value: unknown,
  other: unknown,
  names: ReadonlyMap<number, string>,
): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const [own, others] = [idsOf(value), new Set(idsOf(other))];
  const onlyHere = own.filter((id) => !others.has(id));
  const isReordered = own.length > 0 && onlyHere.length === 0 && own.length === others.size;
  const shown = isReordered ? own : onlyHere;
  const known = shown.flatMap((id) => names.get(id) ?? []);
  const entries = t('forms.value.entries', { count: own.length });
  if (known.length === 0 || known.length < shown.length) return entries;
  return isReordered ? firstTexts(known) : t('forms.value.onlyHere', { entries, names: firstTexts(known) });
}
