import { allCalls } from '@depotwerk/api/all-calls';
import { permissionCodes } from '@depotwerk/domain/permissions';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { plainServer } from '../../test/plain-server.ts';
import { sampleOf } from '../../test/request-samples.ts';
import { faultForLog } from './fault-for-log.ts';
import { createServer } from './http/create-server.ts';
import { createLog } from './log.ts';
import { buildScope } from './scope.ts';

const id = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const person = { name: 'Änne von der Höhe', mail: 'aenne@hoehe.example', iban: 'DE89370400440532013000' };
const token = 'a-token-nobody-else-may-read';

/** As the driver throws it: the message quotes the value, other members hold the row. */
function databaseFault(values: string): pg.DatabaseError {
  const fault = new pg.DatabaseError(`invalid input syntax for type date: "${values}"`, 1, 'error');
  return Object.assign(fault, {
    code: '22007',
    detail: `Key (mail)=(${values}) already exists.`,
    where: `unnamed portal parameter $1 = '${values}'`,
    table: 'customers',
    constraint: 'customers_mail_key',
  });
}

/** The same path with something of the person in every parameter that takes text. */
const pathWith = (path: string, params: object) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(new Map<string, unknown>(Object.entries(params)).get(name))),
  );

describe('a line of the log', () => {
  it('says of no failing call who it was about: not by its address, its body, its headers nor its fault', async () => {
    const lines: string[] = [];
    const logger = await createLog('trace', { write: (line) => void lines.push(line) });
    const actor = {
      kind: 'user',
      tenantId: id,
      userId: id,
      sessionId: id,
      userName: person.mail,
      fullName: person.name,
    } as const;
    const scope = buildScope({
      tenantId: id,
      userId: id,
      ownCustomerId: id,
      permissions: [...permissionCodes],
      groups: [],
      memberships: [],
    });
    const app = await createServer({
      ...plainServer,
      routes: allCalls.map((call) => ({
        call,
        handle: (context, input) => {
          throw databaseFault(JSON.stringify([input, context.clientAddress, context.userAgent, person]));
        },
      })),
      authenticator: { authenticate: async (given) => (given === token ? { actor, scope } : null) },
      logger,
      // One call an hour: the limit of requests is not what is looked at.
      clock: (
        (hour) => () =>
          (hour += 3_600_000)
      )(Date.now()),
    });
    const reached = new Set<string>();
    for (const call of allCalls) {
      const before = lines.length;
      const query = new URLSearchParams(Object.entries(sampleOf(call.query) as Record<string, string>));
      const isRead = call.method === 'GET';
      const { statusCode } = await app.inject({
        method: call.method,
        url: `/api${pathWith(call.path, sampleOf(call.params) as object)}?${query}`,
        headers: {
          authorization: `Bearer ${token}`,
          cookie: `refresh=${token}`,
          'user-agent': person.name.normalize('NFD').replaceAll(/[^ -~]/g, ''),
          'if-match': '"1"',
          'idempotency-key': person.mail,
          ...(!isRead && {
            'content-type': call.takesForm ? 'application/x-www-form-urlencoded' : 'application/json',
          }),
        },
        ...(!isRead && {
          payload: call.takesForm
            ? String(new URLSearchParams(sampleOf(call.body) as Record<string, string>))
            : JSON.stringify(sampleOf(call.body)),
        }),
      });
      if (statusCode !== 500) continue;
      reached.add(call.id);
      const [line = '', ...others] = lines.slice(before);
      expect({ call: call.id, others }).toEqual({ call: call.id, others: [] });
      expect(JSON.parse(line)).toMatchObject({
        route: `/api${call.path}`,
        err: { code: '22007', table: 'customers', constraint: 'customers_mail_key' },
      });
    }
    // The others refuse a made-up sample, or want a cookie of their own.
    expect(reached.size / allCalls.length).toBeGreaterThan(0.9);
    const log = lines.join('');
    const secrets = [person.name, 'Höhe', person.mail, 'hoehe', person.iban, token, 'Probe', '127.0.0.1'];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
    await app.close();
  });

  it('without a level is one readable line with the request and the causes, each told once', async () => {
    const lines: string[] = [];
    const output = { write: (line: string) => void lines.push(line.replace(/^\S+ /, '')) };
    const log = await createLog(null, output, output);
    const away = new Error('common.unavailable', { cause: new Error(`no answer for ${person.mail}`) });
    log.error({ err: away, requestId: id, route: '/api/contracts' }, 'common.unavailable');
    log.warn({ problem: 'refused' }, 'documentStore.unavailable');
    log.error({ err: new Error('boom') }, 'process.uncaughtException');
    expect(lines).toEqual([
      `common.unavailable no answer for … {"requestId":"${id}","route":"/api/contracts"}\n`,
      'documentStore.unavailable {"problem":"refused"}\n',
      'process.uncaughtException boom\n',
    ]);
  });

  it('keeps of a fault what finds it, with its causes, and leaves out what it quotes', () => {
    const parsing = (() => {
      try {
        return JSON.parse(`{"name": ${person.name}`);
      } catch (error) {
        return error;
      }
    })();
    const fault = new Error(`mail to ${person.mail} of 03.04.1961 refused`, { cause: parsing });
    const told = faultForLog(fault);
    expect(told).toMatchObject({
      name: 'Error',
      message: 'mail to … of … refused',
      cause: { name: 'SyntaxError' },
    });
    expect(told.stack).toContain('log.test.ts');
    expect(JSON.stringify(told)).not.toMatch(/nne von|hoehe|1961/);
    expect(faultForLog('gone')).toEqual({ name: 'unknown', message: 'gone' });
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    expect(faultForLog(refused)).toMatchObject({ code: 'ECONNREFUSED', message: /:5432/ });
  });

  it('keeps the name where that alone is handed over, and nothing that is no name', () => {
    expect(faultForLog({ name: 'DatabaseAway' })).toEqual({ name: 'DatabaseAway', message: 'DatabaseAway' });
    expect(faultForLog({ name: person.name })).toEqual({ name: 'unknown', message: '[object Object]' });
  });

  it('never holds a quoted value, whatever it is', () => {
    const value = fc
      .string({ minLength: 4, unit: 'grapheme' })
      .map((text) => `Kern${text.replaceAll('"', '')}Kern`);
    fc.assert(
      fc.property(value, (text) => {
        const told = JSON.stringify(faultForLog(databaseFault(text)));
        expect(told).not.toContain(JSON.stringify(text).slice(1, -1));
      }),
    );
  });

  it.each([
    ['German', (value: string) => `ungültige Eingabesyntax für Typ date: »${value}«`],
    ['French', (value: string) => `syntaxe en entrée invalide pour le type date : « ${value} »`],
    ['Swedish', (value: string) => `ogiltig indatasyntax för typen date: ”${value}”`],
    ['Japanese', (value: string) => `date型の入力構文が不正です: 「${value}」`],
    ['English print', (value: string) => `invalid input syntax for type date: “${value}”`],
  ])('holds no quoted value of a PostgreSQL that speaks %s', (_language, said) => {
    const { message } = faultForLog(Object.assign(databaseFault(''), { message: said(person.name) }));
    expect(message).not.toContain('Höhe');
    expect(message).toMatch(/date.*"…"$/);
  });

  it('is as careful where it is plain text for somebody at a console', async () => {
    const warnings: string[] = [];
    const log = await createLog(null, process.stdout, { write: (line) => void warnings.push(line) });
    log.error({ err: databaseFault(person.name) }, 'jobs.chunkFailed');
    expect(warnings.join('')).toMatch(/jobs\.chunkFailed invalid input syntax for type date: "…"\n$/);
  });
});
