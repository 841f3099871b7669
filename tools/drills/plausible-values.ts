import type { Call } from '@depotwerk/api/call';
import { guidText } from '@depotwerk/domain/guid';
import * as z from 'zod/mini';
import { hostileTexts, hostileValues } from './hostile-values.ts';

/** Ids a server answered: with them a request passes the door and reaches the rules and the database behind it. */
export interface KnownIds {
  readonly guids: Set<string>;
  /** By what their path begins with: `contracts`, `documents`, … */
  readonly bySegment: Map<string, Set<string>>;
  readonly numbers: Set<number>;
  readonly names: Set<string>;
}

/** The part of a JSON schema this generator understands; everything else gets a hostile value. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

const samples: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'A'.repeat(43),
  'a'.repeat(32),
  'DE02120300000000202051',
  '90010001',
  'fundSwitch',
  'funds',
  'riskDesc',
  'JVBERi0xLjcK',
  '2026-11-20',
  '1',
  'true',
  '100000',
  'x',
];

const segmentOfMember: Readonly<Record<string, string>> = {
  contractId: 'contracts',
  customerId: 'customers',
  consultationId: 'consultations',
  traderDepotId: 'trader-depots',
  challengeId: 'second-factor',
  reportId: 'reports',
};

/** Collects every id and number an answer holds; `path` tells what a plain `id` is the id of. */
export function rememberIds(known: KnownIds, body: string, path: string): void {
  const segment = path.split(/[/?]/)[2] ?? '';
  for (const [, member = '', value = ''] of body.matchAll(new RegExp(`"(\\w+)":"(${guidText})"`, 'g'))) {
    const kind = member === 'id' ? segment : segmentOfMember[member];
    if (kind === undefined) continue;
    const ids = known.bySegment.get(kind) ?? new Set();
    if (ids.size < 200) known.bySegment.set(kind, ids.add(value));
  }
  for (const [value] of body.matchAll(new RegExp(guidText, 'g'))) {
    if (known.guids.size < 2_000) known.guids.add(value);
  }
  for (const [, number] of body.matchAll(/"(?:fundId|issuerId|id)":(\d{1,9})\b/g)) {
    if (known.numbers.size < 500) known.numbers.add(Number(number));
  }
  for (const [, name] of body.matchAll(
    /"(?:externalKey|credentialTypeId|lookupKey|elementKey)":"([^"\\]{1,60})"/g,
  )) {
    if (name !== undefined && known.names.size < 500) known.names.add(name);
  }
}

const schemaOf = (part: Call['body']): Shape =>
  // The dialect's members this generator reads; unknown ones are ignored.
  z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Shape;
const schemas = new WeakMap<object, Shape>();

/** The schema of one part of a call, made once. */
export function shapeOf(part: Call['body']): Shape {
  const known = schemas.get(part) ?? schemaOf(part);
  schemas.set(part, known);
  return known;
}

/**
 * A value of the shape, mostly of known ids and sizes at the limits; a share of `hostility` of all members is hostile.
 * @param random 0 ≤ value < 1
 */
export function plausibleValue(
  shape: Shape,
  known: KnownIds,
  random: () => number,
  hostility = 0.03,
): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const make = (part: Shape, depth: number): unknown => {
    if (random() < hostility) return pick(hostileValues);
    if (part.const !== undefined) return part.const;
    if (part.enum) return pick(part.enum);
    const choices = part.anyOf ?? part.oneOf;
    if (choices) return make(pick(choices), depth);
    if (part.type === 'object' || part.properties) {
      const required = new Set(part.required);
      return Object.fromEntries(
        Object.entries(part.properties ?? {})
          .filter(([name]) => required.has(name) || random() < 0.6)
          .map(([name, member]) => [name, make(member, depth + 1)]),
      );
    }
    if (part.type === 'array') {
      const length = depth > 3 ? 0 : Math.floor(random() * 4);
      return Array.from({ length }, () => make(part.items ?? {}, depth + 1));
    }
    if (part.type === 'integer' || part.type === 'number') return number(part);
    if (part.type === 'boolean') return random() < 0.5;
    if (part.type === 'null') return null;
    return part.type === 'string' ? text(part) : pick(hostileValues);
  };
  const number = ({ minimum = -1e9, maximum = 1e9 }: Shape): number => {
    if (random() < 0.5 && known.numbers.size > 0) return pick([...known.numbers]);
    const odd = [-0, 0.001, 0.1 + 0.2, 99.99, 100.01, 1e15, 2 ** 31, 2 ** 53, -1];
    return random() < 0.3 ? pick(odd) : pick([minimum, maximum, 0, 1, 100, 0.5, minimum + 0.01]);
  };
  const text = (part: Shape): string => {
    if (part.format === 'date')
      return pick([
        '2026-11-20',
        '2026-02-28',
        '2024-02-29',
        '2028-02-29',
        '1900-01-01',
        '1900-02-28',
        '9999-12-31',
        '0001-01-01',
      ]);
    if (part.format === 'date-time')
      return pick(['2026-11-20T10:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z']);
    const isId = part.format === 'uuid' || part.format === 'guid' || part.pattern?.includes('{8}-') === true;
    if (isId && known.guids.size > 0) return pick([...known.guids]);
    const names = [...known.names];
    const found = [...samples, ...names].filter(
      (value) => part.pattern === undefined || fits(part.pattern, value),
    );
    return random() < 0.5 && found.length > 0 ? pick(found) : pick(hostileTexts);
  };
  return make(shape, 0);
}

function fits(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern).test(value);
  } catch {
    return true;
  }
}
