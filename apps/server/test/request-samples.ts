import type { Call } from '@depotwerk/api/call';
import * as z from 'zod/mini';
import { wholePdf } from './whole-files.ts';

/** The part of a JSON schema a sample is made from. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const texts = [
  'Probe',
  'DE',
  '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002',
  '2026-11-20',
  '2026-11-20T10:00:00Z',
  'probe@test.example',
  '#123456',
  'DE89370400440532013000',
  'DE0005933931',
  '90010001',
  '1',
  'A'.repeat(32),
  'a'.repeat(64),
  'A'.repeat(43),
  'UHJvYmU=',
  '+491701234711',
];

/** By name, where the schema does not tell what fits. */
const samples: Readonly<Record<string, unknown>> = {
  mapping: ['contractNumber'],
  // A fund is not compared with itself.
  fundIds: [1, 2],
  // Taking one out asks nothing of the object; making one does.
  isFavourite: true,
  versionA: '1',
  versionB: '1',
  versionNumber: '1',
  textVersion: '1',
  // A customer by hand has a name.
  lastName: 'Probe',
  contentBase64: wholePdf().toString('base64'),
};

/** The smallest value of a schema's shape: what must be there, with the first choice of everything. */
export function sampleOf(part: Call['body']): unknown {
  return valueOf(shapeOf(part));
}

/** A schema as the parts of it that are read here. */
export function shapeOf(part: Call['body']): Shape {
  // The dialect's members read here; unknown ones are ignored.
  return z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Shape;
}

/** The smallest value of a shape. */
export function valueOf(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.some(({ type }) => type === 'null') ? null : valueOf(choices[0] ?? {});
  if (shape.type === 'object') {
    return Object.fromEntries(
      (shape.required ?? []).map((name) => {
        const member = shape.properties?.[name] ?? {};
        return [name, member.type !== 'integer' && name in samples ? samples[name] : valueOf(member)];
      }),
    );
  }
  if (shape.type === 'array') {
    if (shape.prefixItems) return shape.prefixItems.map(valueOf);
    return Array.from({ length: shape.minItems ?? 0 }, () => valueOf(shape.items ?? {}));
  }
  if (shape.type === 'integer' || shape.type === 'number') {
    return Math.max(
      shape.minimum ?? 0,
      shape.exclusiveMinimum === undefined ? 0 : shape.exclusiveMinimum + 1,
    );
  }
  if (shape.type === 'boolean') return false;
  return shape.type === 'string' ? textOf(shape) : null;
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Shape): string {
  if (format === 'date') return '2026-11-20';
  if (format === 'date-time') return '2026-11-20T10:00:00Z';
  const found = texts.find(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern).test(text)),
  );
  return found ?? 'x'.repeat(Math.max(minLength, 1));
}
