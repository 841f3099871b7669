import { activateCredentials } from '@depotwerk/api/auth/account';
import { setSmsFactor } from '@depotwerk/api/auth/second-factor';
import { deleteRole } from '@depotwerk/api/users/roles';
import { describe, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { askForFactor, useFactorRequest } from './factor-request.ts';
import { SeenPosition } from './seen-position.ts';

const code = 'auth.secondFactorRequired';
const demanded = () => {
  const message = { titleKey: `errors.${code}.title`, messageKey: `errors.${code}.message`, message: 'x' };
  const ids = { traceId: 'a', requestId: 'a' };
  const problem = { type: 'about:blank', title: 'x', status: 403, code, statusCode: 403, ...message, ...ids };
  return Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } });
};
const done = () => new Response(null, { status: 204 });

/** A client on a server that answers these in turn; what it was sent, and how often it asked the user. */
function aClient(answers: (() => Response)[], ask: () => Promise<boolean>) {
  const seen: [path: unknown, init: unknown][] = [];
  const state = { asked: 0 };
  const client = createApiClient({
    fetch: (path, init) => {
      seen.push([path, init]);
      return Promise.resolve((answers[seen.length - 1] ?? demanded)());
    },
    baseUrl: () => '/api',
    accessToken: () => 'token',
    heldRefreshToken: () => null,
    storeTokens: () => {},
    onSessionLost: () => {},
    withRefreshLock: (work) => work(),
    reportServer: () => {},
    askForFactor: () => {
      state.asked += 1;
      return ask();
    },
    seen: new SeenPosition(),
    tellPosition: () => {},
    wait: () => Promise.resolve(),
  });
  return { client, seen, state };
}

const params = { id: '3f2b8c1e-9d4a-4f6b-8a2e-1c5d7e9f0a3b' };
const shown = () => Promise.resolve(true);

describe('a call that needs a fresh second factor', () => {
  it('asks for it, then is made again as it was', async () => {
    const { client, seen, state } = aClient([demanded, done], shown);
    await client.callApi(deleteRole, { params }, { ifMatch: '"1"' });
    expect(state.asked).toBe(1);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('asks once, and fails as before when it is not shown', async () => {
    const again = aClient([], shown);
    await expect(again.client.callApi(deleteRole, { params })).rejects.toMatchObject({ code });
    expect([again.state.asked, again.seen.length]).toEqual([1, 2]);
    const declined = aClient([], () => Promise.resolve(false));
    await expect(declined.client.callApi(deleteRole, { params })).rejects.toMatchObject({ code });
    expect([declined.state.asked, declined.seen.length]).toEqual([1, 1]);
  });

  it('is asked for too where a form takes a code of it and was sent without one: not every factor has one', async () => {
    const { client, state } = aClient([demanded, done], shown);
    const body = { isActive: false, password: 'geheim' };
    await client.callApi(setSmsFactor, { body });
    expect(state.asked).toBe(1);
  });

  it('is not asked for before anybody is signed in', async () => {
    const { client, state } = aClient([], shown);
    const body = { guid: params.id, userName: 'neu@haus.example', password: 'Neun Lampen im Regen' };
    await expect(client.callApi(activateCredentials, { body })).rejects.toMatchObject({ code });
    expect(state.asked).toBe(0);
  });

  it('asks the user once for all calls that wait, and anew the next time', async () => {
    const both = [askForFactor(), askForFactor()];
    useFactorRequest.getState().request?.answer(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(useFactorRequest.getState().request).toBeNull();
    const next = askForFactor();
    useFactorRequest.getState().request?.answer(false);
    expect(await next).toBe(false);
  });
});
