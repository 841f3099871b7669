/** Plain data of a form: what the adviser has entered, addressed by paths such as `savingsPlan.isChanged`. */
export type ElementData = Readonly<Record<string, unknown>>;

/** When an element is shown or required; written by the server, evaluated on both sides. */
export type ElementCondition =
  | { readonly operator: 'and' | 'or'; readonly conditions: readonly ElementCondition[] }
  | {
      readonly operator: 'eq' | 'gt';
      readonly path: string;
      readonly value: string | number | boolean | null;
    }
  | {
      readonly operator: 'in';
      readonly path: string;
      readonly value: readonly (string | number | boolean | null)[];
    };

/** The value at a path; `undefined` when any part of the way is missing. Only own members are followed. */
export function valueAt(data: ElementData, path: string): unknown {
  let value: unknown = data;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as ElementData)[part]; // an object that owns the member, seen a line above
  }
  return value;
}

/** Data with another value at a path; the original is left as it is, missing parts of the way become objects. */
export function withValueAt(data: ElementData, path: string, value: unknown): ElementData {
  const [part = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...data, [part]: value };
  const inner = Object.hasOwn(data, part) ? data[part] : undefined;
  const child =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as ElementData) : {}; // plain data
  return { ...data, [part]: withValueAt(child, rest.join('.'), value) };
}

/** Whether a condition holds for the data; a missing value equals null and is greater than nothing. */
export function holds(condition: ElementCondition, data: ElementData): boolean {
  switch (condition.operator) {
    case 'and':
      return condition.conditions.every((part) => holds(part, data));
    case 'or':
      return condition.conditions.some((part) => holds(part, data));
    case 'eq':
      return (valueAt(data, condition.path) ?? null) === condition.value;
    case 'gt': {
      const value = valueAt(data, condition.path);
      return typeof value === 'number' && typeof condition.value === 'number' && value > condition.value;
    }
    case 'in': {
      const value = valueAt(data, condition.path) ?? null;
      return condition.value.some((choice) => choice === value);
    }
  }
}
