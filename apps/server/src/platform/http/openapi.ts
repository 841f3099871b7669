import { allCalls } from '@depotwerk/api/all-calls';
import type { Call } from '@depotwerk/api/call';
import { scopesOf } from '@depotwerk/api/call-scope';
import { alternativeStatus, errorStatus, problem } from '@depotwerk/api/errors';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

const schemaOf = (schema: Call['answer'], io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

function parametersOf(call: Call): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = schemaOf(call[part], 'input');
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.has(name),
      schema: member,
    }));
  });
}

function headerParametersOf(call: Call): Json[] {
  const header = (name: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  });
  return [
    ...(call.needsIfMatch ? [header('If-Match', true)] : []),
    ...(call.needsIdempotencyKey ? [header('Idempotency-Key', true)] : []),
    ...(call.usesRefreshCookie && call.id !== 'login' ? [header('X-Requested-With', true)] : []),
    ...(call.mayLag ? [header('X-Data-Position', false)] : []),
    header('X-Timezone-Offset', false),
    header('X-Timezone-Name', false),
  ];
}

function operationOf(call: Call): Json {
  const scopes = scopesOf(call);
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const statuses = new Set<number>([400, ...(call.access === 'anonymous' ? [] : [401, 403])]);
  for (const code of call.errors)
    statuses.add(errorStatus[code]).add(alternativeStatus[code] ?? errorStatus[code]);
  return {
    operationId: call.id,
    tags: [call.area],
    summary: call.summary,
    'x-permission': call.access,
    'x-scope': scopes?.[0] ?? null,
    'x-scopes': scopes,
    security: call.access === 'anonymous' ? [] : [{ bearer: [] }, ...(scopes ? [{ apiToken: scopes }] : [])],
    parameters: [...parametersOf(call), ...headerParametersOf(call)],
    ...(hasBody && {
      requestBody: {
        content: {
          [call.takesForm ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: schemaOf(call.body, 'input'),
          },
        },
      },
    }),
    responses: {
      [call.status]: {
        description: call.summary,
        ...((call.answerKind === 'json' || call.answerKind === 'jsonOrEmpty') && {
          content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
        }),
      },
      ...Object.fromEntries(call.otherStatuses.map((status) => [status, { description: call.summary }])),
      ...(call.answerKind === 'jsonOrEmpty' && { 204: { description: 'Done, nothing to answer.' } }),
      ...Object.fromEntries(
        [...statuses]
          .toSorted((a, b) => a - b)
          .map((status) => [status, { description: 'Problem', content: problemContent }]),
      ),
    },
  };
}

/** OpenAPI 3.1 document of every call, made from the descriptors themselves. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const call of allCalls) {
    const path = `/api${call.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`;
    (paths[path] ??= {})[call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Depotwerk', version: '1', description: 'Calls of the browser application.' },
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of a session.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'dw_…',
          description:
            'Token of another system, made in the settings; `x-scopes` says what each call needs, null that only people make it.',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
}

let written: string | undefined;

/**
 * Serves the document at /api/openapi.json. It is written when it is asked for first: for every call that takes a third of
 * a second, which no start of a server waits for.
 */
export function registerOpenApi(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (_request, reply) => {
    written ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(written);
  });
}
