import type { Statement, StatementProblem } from './statement.ts';

/** One message of a file: a whole statement, or a page of one. */
export interface StatementMessage {
  /** The account of its head; those of `statements` may be accounts below it. */
  readonly account: string;
  readonly date: string;
  /** null where the message names no page: it is whole. */
  readonly page: { readonly number: number; readonly isLast: boolean } | null;
  /** Names only what changed since an earlier statement. */
  readonly isUpdate: boolean;
  readonly statements: readonly Statement[];
}

/**
 * Joins the pages of statements: the same account on the same day. A statement is the whole portfolio of its account, so one with a page
 * missing, or of changes alone, would sell in silence what it does not name: each of its holdings is a problem then.
 */
export function joinPages(messages: readonly StatementMessage[]): {
  readonly statements: Statement[];
  readonly problems: StatementProblem[];
} {
  const whole: Statement[] = [];
  const problems: StatementProblem[] = [];
  for (const pages of grouped(messages, ({ account }) => account)) {
    const statements = pages.flatMap((page) => page.statements);
    const fault = faultOf(pages);
    // One by one: there can be more of them than a call takes arguments.
    for (const statement of statements) {
      if (fault === null) whole.push(statement);
      else problems.push(...unread(statement, fault));
    }
  }
  return { statements: grouped(whole, ({ account }) => account).flatMap(joined), problems };
}

/** What is said of a position of pages that are no whole statement; null where they are one. */
function faultOf(pages: readonly StatementMessage[]): ((position: string) => string) | null {
  if (pages.some(({ isUpdate }) => isUpdate))
    return (position) =>
      `Der Depotauszug nennt nur Änderungen und nicht den ganzen Bestand; Position ${position} wurde nicht gelesen.`;
  const named = pages.flatMap(({ page }) => (page === null ? [] : [page]));
  if (named.length === 0) return null;
  const numbers = new Set<number>();
  // A file has as many pages as somebody likes to write: each is looked at once.
  const doubled = named.find(({ number }) => {
    const isKnown = numbers.has(number);
    numbers.add(number);
    return isKnown;
  });
  if (doubled)
    return (position) =>
      `Seite ${doubled.number} des Depotauszugs kommt in der Datei mehrmals vor; Position ${position} wurde nicht gelesen.`;
  const highest = named.reduce((most, { number }) => Math.max(most, number), 0);
  const pageCount = named.some(({ number, isLast }) => isLast && number === highest) ? highest : highest + 1;
  // Numbers differ here, so one of the first pages is missing where any is: a file cannot make us count to its page 99999.
  const missing = Array.from({ length: Math.min(pageCount, named.length + 1) }, (_, at) => at + 1).find(
    (number) => !numbers.has(number),
  );
  return missing === undefined
    ? null
    : (position) => `Dem Depotauszug fehlt Seite ${missing}; Position ${position} wurde nicht gelesen.`;
}

function unread({ account, positions }: Statement, fault: (position: string) => string): StatementProblem[] {
  const names = positions.length > 0 ? positions.map(({ isin }) => isin) : ['ohne Kennung'];
  return names.map((name) => ({ account, message: fault(name) }));
}

function grouped<Row extends { readonly date: string }>(
  rows: readonly Row[],
  accountOf: (row: Row) => string,
): Row[][] {
  return [...Map.groupBy(rows, (row) => `${accountOf(row)} ${row.date}`).values()];
}

function joined(pages: readonly Statement[]): Statement[] {
  const [first] = pages;
  if (!first) return [];
  const ownerName = pages.find((page) => page.ownerName !== '')?.ownerName ?? '';
  return [{ ...first, ownerName, positions: pages.flatMap(({ positions }) => positions) }];
}
