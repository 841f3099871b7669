import { allCalls } from '@depotwerk/api/all-calls';
import { authenticatedUser, tokenResponse } from '@depotwerk/api/auth';
import type { Call } from '@depotwerk/api/call';
import { problem } from '@depotwerk/api/errors';
import { describe, expect, inject, it } from 'vitest';
import { demoPassword } from './support/journey.ts';

const demoUsers = [
  'admin@demo.example',
  'tarif@demo.example',
  'freigabe@demo.example',
  'berater@demo.example',
  'assistenz@demo.example',
  'revision@demo.example',
  'kunde@demo.example',
  'berater@nord.example',
];
const unknownId = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';
const url = inject('productUrl');
/** Calls that would end the session of the test itself or need another body; their own tests cover them. */
const guarded = allCalls.filter((call) => call.access !== 'anonymous');

async function ask(call: Call, token: string | null): Promise<Response> {
  const isFundCall = call.path.startsWith('/funds');
  return fetch(`${url}/api${call.path.replace(':id', isFundCall ? '2147483647' : unknownId)}`, {
    method: call.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      'if-match': '"1"',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(call.method !== 'GET' && call.method !== 'DELETE' && { body: 'null' }),
  });
}

async function signInOverHttp(userName: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: demoPassword }),
  });
  return tokenResponse.parse(await answer.json()).accessToken;
}

describe('permission matrix over the API', () => {
  it.each(guarded.map((call) => [call.id, call] as const))('%s wants a session', async (_id, call) => {
    const answer = await ask(call, null);
    expect([answer.status, problem.parse(await answer.json()).code]).toEqual([401, 'auth.unauthenticated']);
  });

  it.each(demoUsers)('%s gets exactly what the role permits', async (userName) => {
    const token = await signInOverHttp(userName);
    const user = authenticatedUser.parse(
      await (await fetch(`${url}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } })).json(),
    );
    for (const call of guarded.filter((each) => !['endOtherSessions'].includes(each.id))) {
      const isPermitted = call.access === 'signedIn' || user.permissions.includes(call.access);
      const answer = await ask(call, token);
      const body = await answer.text();
      const code = answer.ok ? 'done' : problem.parse(JSON.parse(body)).code;
      const isRefused = answer.status === 403 && code === 'auth.forbidden';
      expect([call.id, isRefused]).toEqual([call.id, !isPermitted]);
      expect(answer.status, `${call.id}: ${body.slice(0, 200)}`).toBeLessThan(500);
    }
  });
});
