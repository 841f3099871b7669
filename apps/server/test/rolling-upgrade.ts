/** A statement the release before could not live with while both work on the same schema. */
export interface RollBreak {
  readonly statement: string;
  readonly reason: string;
}

const name = String.raw`(?:if (?:not )?exists )?(?:only )?([\w."]+)`;

/** What takes away or narrows something the release before still reads or writes. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^drop (table|view|materialized view|function|procedure|type|domain|sequence|schema) ${name}`),
    'the release before still uses it: leave it for one release',
  ],
  [/^alter table .* drop column /, 'the release before still reads it: leave it for one release'],
  [
    /^alter (table|view|function|type|index|sequence|schema) .* rename /,
    'the release before knows the former name',
  ],
  [
    /^alter table .* alter (column )?[\w"]+ (set data )?type /,
    'rewrites the table under a lock, and the release before expects the former type',
  ],
  [/^alter table .* alter (column )?[\w"]+ set not null/, 'the release before may still write null'],
  [/^alter table .* alter (column )?[\w"]+ drop default/, 'the release before relies on the default'],
  [
    /^alter table .* (enable|force) row level security/,
    'the release before reads the table without a policy',
  ],
  [/^(truncate|drop owned|lock table) /, 'the release before is at work on it'],
];

/** Several actions of one `alter table` are judged one by one; a comma within brackets separates none. */
function actionsOf(statement: string): string[] {
  const [, head, actions] = /^(alter table (?:if exists )?(?:only )?[\w."]+ )(.*)$/.exec(statement) ?? [];
  if (head === undefined || actions === undefined) return [statement];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= actions.length; at += 1) {
    const sign = actions[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === undefined || (sign === ',' && depth === 0)) {
      parts.push(head + actions.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts;
}

/** Tables the same file makes: the release before does not know them, so nothing about them can break it. */
const madeIn = (statements: readonly string[]) =>
  new Set(
    statements.flatMap(
      (statement) => new RegExp(`^create (?:unlogged )?table ${name}`).exec(statement)?.[1] ?? [],
    ),
  );

const tableOf = (statement: string) => new RegExp(`^alter table ${name}`).exec(statement)?.[1];

/**
 * The statements of a migration with which the release before could not go on while servers are replaced one after the
 * other (expand first, contract a release later). A column that must be filled needs a default, a constraint on a table
 * with rows is `not valid` first. A line `-- rolls: <why>` above a statement says why it does not break after all.
 */
export function findRollBreaks(sql: string): RollBreak[] {
  const statements = statementsOf(sql);
  const texts = statements.map(({ text }) => text);
  const made = madeIn(texts);
  return statements
    .filter(({ isExplained }) => !isExplained)
    .flatMap(({ text }) => actionsOf(text))
    .filter((statement) => !made.has(tableOf(statement) ?? ''))
    .flatMap((statement) => {
      const reason =
        breaking.find(([pattern]) => pattern.test(statement))?.[1] ?? reasonOfAddition(statement);
      return reason === undefined ? [] : [{ statement: statement.slice(0, 160), reason }];
    });
}

function reasonOfAddition(statement: string): string | undefined {
  const isColumn = /^alter table .* add (column )?(?!constraint|check|unique|primary|foreign|exclude)/.test(
    statement,
  );
  if (isColumn && / not null/.test(statement) && !/ default | generated /.test(statement)) {
    return 'the release before does not fill it: give it a default';
  }
  const isConstraint = /^alter table .* add (constraint [\w"]+ )?(check|foreign key) /.test(statement);
  if (isConstraint && !statement.endsWith(' not valid')) {
    return 'rows of the release before are not asked: add it "not valid", and validate it a release later';
  }
  return undefined;
}

interface Statement {
  /** In lower case, with single spaces and without comments. */
  readonly text: string;
  readonly isExplained: boolean;
}

/** Bodies of functions are quoted by dollars; what stands in them is no statement of the migration. */
function statementsOf(sql: string): Statement[] {
  const withoutBodies = sql.replaceAll(/(\$\w*\$)[^]*?\1/g, "''");
  return withoutBodies.split(';').flatMap((part) => {
    const isExplained = /^\s*-- rolls: \S/m.test(part);
    const text = part
      .replaceAll(/--[^\n]*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    return text === '' ? [] : [{ text, isExplained }];
  });
}
