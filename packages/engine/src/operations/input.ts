import { EngineError } from '../engine-error.ts';

/** Longest list and largest square matrix an operation accepts; beyond it the work would not end in reasonable time. */
const limits = { list: 100_000, assets: 500 };

const refuse = (message: string, path: string): never => {
  throw new EngineError('INPUT_INVALID', message, path);
};

/** One or several names of a field; the first that is present counts (the later ones are accepted synonyms). */
export type Names = string | readonly string[];

/** What a number must satisfy. */
export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  readonly isInteger?: boolean;
}

/** Checks one number: finite and within its limits. */
export function checkNumber(value: unknown, path: string, rule: NumberRule = {}): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return refuse(`${path} must be a finite number`, path);
  if (rule.isInteger && !Number.isInteger(value)) return refuse(`${path} must be a whole number`, path);
  if (rule.min !== undefined && value < rule.min) return refuse(`${path} must be at least ${rule.min}`, path);
  if (rule.max !== undefined && value > rule.max) return refuse(`${path} must be at most ${rule.max}`, path);
  return value;
}

function checkList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) return refuse(`${path} must be a list`, path);
  if (value.length > limits.list) return refuse(`${path} has more than ${limits.list} elements`, path);
  return value;
}

/** Refuses a list in which two elements have the same key (an ISIN): one of them would silently win. */
export function refuseTwice<T>(
  input: Input,
  name: string,
  elements: readonly T[],
  keyOf: (element: T) => string,
): void {
  const seen = new Set<string>();
  elements.forEach((element, i) => {
    const key = keyOf(element);
    if (seen.has(key)) refuse(`${key} is listed twice`, `${input.pathOf(name)}[${i}]`);
    seen.add(key);
  });
}

/** Names of `n` assets, each once: what is told by name must not be told of another one. */
export function readAssets(input: Input, n: number): string[] {
  const assets = input.texts('assets');
  refuseTwice(input, 'assets', assets, (name) => name);
  if (assets.length !== n) input.refuse(`${n} names of assets are needed`, 'assets');
  return assets;
}

/** Reads one object of a request and keeps the path for messages. Every method throws INPUT_INVALID. */
export class Input {
  readonly path: string;
  private readonly value: Readonly<Record<string, unknown>>;

  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(`${path || 'input'} must be an object`, path);
    }
    // Checked above: a non-null object that is no list.
    this.value = value as Record<string, unknown>;
    this.path = path;
  }

  private find(names: Names): { readonly path: string; readonly value: unknown } {
    const all = typeof names === 'string' ? [names] : names;
    const name = all.find(
      (candidate) => Object.hasOwn(this.value, candidate) && this.value[candidate] !== null,
    );
    const shown = name ?? all[0] ?? '';
    return { path: this.pathOf(shown), value: name === undefined ? undefined : this.value[name] };
  }

  pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  has(names: Names): boolean {
    return this.find(names).value !== undefined;
  }

  raw(names: Names): unknown {
    return this.find(names).value;
  }

  number(names: Names, rule?: NumberRule): number {
    const { path, value } = this.find(names);
    return checkNumber(value, path, rule);
  }

  numberOr<T>(names: Names, fallback: T, rule?: NumberRule): number | T {
    return this.has(names) ? this.number(names, rule) : fallback;
  }

  booleanOr(names: Names, fallback: boolean): boolean {
    const { path, value } = this.find(names);
    if (value === undefined) return fallback;
    return typeof value === 'boolean' ? value : refuse(`${path} must be true or false`, path);
  }

  text(names: Names): string {
    const { path, value } = this.find(names);
    if (typeof value !== 'string' || value === '') return refuse(`${path} must be a text`, path);
    return value.length > 500 ? refuse(`${path} is longer than 500 characters`, path) : value;
  }

  textOr<T>(names: Names, fallback: T): string | T {
    return this.has(names) ? this.text(names) : fallback;
  }

  /** One of the given words; the fallback if the field is absent. */
  choiceOr<T extends string>(names: Names, choices: readonly T[], fallback: T): T {
    const { path, value } = this.find(names);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    return found ?? refuse(`${path} must be one of ${choices.join(', ')}`, path);
  }

  numbers(names: Names, rule?: NumberRule): number[] {
    const { path, value } = this.find(names);
    return checkList(value, path).map((element, i) => checkNumber(element, `${path}[${i}]`, rule));
  }

  /** Numbers in which null counts as missing. */
  observations(names: Names): (number | null)[] {
    const { path, value } = this.find(names);
    return checkList(value, path).map((element, i) =>
      element === null ? null : checkNumber(element, `${path}[${i}]`),
    );
  }

  numbersOr<T>(names: Names, fallback: T, rule?: NumberRule): number[] | T {
    return this.has(names) ? this.numbers(names, rule) : fallback;
  }

  /** Numbers of an exact count. */
  vector(names: Names, length: number, rule?: NumberRule): number[] {
    const values = this.numbers(names, rule);
    const { path } = this.find(names);
    return values.length === length
      ? values
      : refuse(`${path} has ${values.length} elements, expected ${length}`, path);
  }

  vectorOr<T>(names: Names, length: number, fallback: T, rule?: NumberRule): number[] | T {
    return this.has(names) ? this.vector(names, length, rule) : fallback;
  }

  texts(names: Names): string[] {
    const { path, value } = this.find(names);
    return checkList(value, path).map((element, i) =>
      typeof element === 'string' ? element : refuse(`${path}[${i}] must be a text`, `${path}[${i}]`),
    );
  }

  textsOr<T>(names: Names, fallback: T): string[] | T {
    return this.has(names) ? this.texts(names) : fallback;
  }

  /** Rows of numbers, all of one length; null counts as missing where `allowsNull`. */
  table(names: Names, allowsNull: boolean): (number | null)[][] {
    const { path, value } = this.find(names);
    const rows = checkList(value, path).map((row, i) =>
      checkList(row, `${path}[${i}]`).map((element, j) =>
        element === null && allowsNull ? null : checkNumber(element, `${path}[${i}][${j}]`),
      ),
    );
    if (rows.length === 0) return refuse(`${path} is empty`, path);
    rows.forEach((row, i) => {
      if (row.length !== rows[0]?.length)
        refuse(`${path}[${i}] has ${row.length} elements, expected ${rows[0]?.length}`, `${path}[${i}]`);
    });
    return rows;
  }

  /** Square matrix of numbers. */
  square(names: Names): number[][] {
    const { path } = this.find(names);
    const rows = this.table(names, false).map((row) => row.map((value) => value ?? 0));
    if (rows.length > limits.assets) return refuse(`${path} has more than ${limits.assets} rows`, path);
    return rows[0]?.length === rows.length ? rows : refuse(`${path} must be square`, path);
  }

  /** Every element of a list, read as an object. */
  objects<T>(names: Names, read: (element: Input, index: number) => T): T[] {
    const { path, value } = this.find(names);
    return checkList(value, path).map((element, i) => read(new Input(element, `${path}[${i}]`), i));
  }

  objectsOr<T, F>(names: Names, fallback: F, read: (element: Input, index: number) => T): T[] | F {
    return this.has(names) ? this.objects(names, read) : fallback;
  }

  object(names: Names): Input {
    const { path, value } = this.find(names);
    return new Input(value, path);
  }

  objectOr<T, F>(names: Names, fallback: F, read: (element: Input) => T): T | F {
    return this.has(names) ? read(this.object(names)) : fallback;
  }

  /** Object whose values are numbers. */
  numberMap(names: Names, rule?: NumberRule): Map<string, number> {
    const { path, value } = this.find(names);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(`${path} must be an object`, path);
    return new Map(
      Object.entries(value).map(([key, number]) => [key, checkNumber(number, `${path}.${key}`, rule)]),
    );
  }

  refuse(message: string, name: string): never {
    return refuse(message, this.pathOf(name));
  }
}
