import { listSessions } from '@depotwerk/api/auth/account';
import { defineCall } from '@depotwerk/api/call';
import { describe, expect, it, vi } from 'vitest';
import { callApi } from './api-client.ts';
import { aClient, creates, input, json, refused, type Seen, tokens } from './api-client-for-test.ts';
import { dispatchLogout } from './logout.ts';

describe('requests', () => {
  it('asked for once more after a lost answer go with the same key, and with a new one once there was an answer', async () => {
    const { client, seen } = aClient((request, times) => {
      if (times <= 3) return Promise.reject(new TypeError('Failed to fetch'));
      if (times === 4) return refused('common.inProgress', 409);
      if (times === 5) return new Response('{"id":', { headers: { 'content-type': 'application/json' } });
      return request.body.includes('refused') ? refused('common.invalid', 400) : json({ id: '1' });
    });
    const keyOf = (index: number) => seen[index]?.headers.get('idempotency-key');
    for (const kind of ['network', 'http', 'answer'])
      await expect(client.callApi(creates, input)).rejects.toMatchObject({ kind });
    await client.callApi(creates, input);
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    // Answered: whoever asks again wants it again. So does who asks for something else, or was refused.
    await client.callApi(creates, input);
    expect(keyOf(6)).not.toBe(keyOf(5));
    const other = { ...input, body: { name: 'refused' } };
    for (const code of ['common.invalid', 'common.invalid'])
      await expect(client.callApi(creates, other)).rejects.toMatchObject({ code });
    expect(new Set([6, 7, 8].map(keyOf)).size).toBe(3);
  });

  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const keysOf = (seen: readonly Seen[], path: string) =>
    seen.filter((each) => each.path === path).map(({ headers }) => headers.get('idempotency-key'));
  const [thing, otherThing] = ['/api/things/a%2Fb', '/api/things/other'];

  it('in other words after a lost answer are other requests, and in the first words again the first', async () => {
    const { client, seen } = aClient((_request, times) => (times <= 6 ? lost() : json({ id: '1' })));
    const changed = { ...input, body: { name: 'y' } };
    for (const said of [input, changed])
      await expect(client.callApi(creates, said)).rejects.toMatchObject({ kind: 'network' });
    await client.callApi(creates, input);
    const keys = keysOf(seen, thing);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[6]).toBe(keys[0]);
  });

  it('asked for once more after another change go with a new key: the change may have undone them', async () => {
    const { client, seen } = aClient((request, times) =>
      request.path === thing && times <= 3 ? lost() : json({ id: '1' }),
    );
    const lifts = defineCall({ ...creates, id: 'lift', method: 'DELETE', needsIdempotencyKey: false });
    await expect(client.callApi(creates, input)).rejects.toMatchObject({ kind: 'network' });
    await client.callApi(lifts, { ...input, params: { id: 'other' } });
    await client.callApi(creates, input);
    const [first, , , again] = keysOf(seen, thing);
    expect(again).not.toBe(first);
  });

  it('keep the key of a lost answer while others are refused, read, only preview or went beside it', async () => {
    const { client, seen } = aClient((request, times) => {
      if (request.path === thing) return times <= 3 ? lost() : json({ id: '1' });
      return request.body.includes('bad') ? refused('common.invalid', 400) : json({ id: '1' });
    });
    const other = { ...input, params: { id: 'other' } };
    const beside = client.callApi(creates, input);
    await client.callApi(creates, other);
    await expect(beside).rejects.toMatchObject({ kind: 'network' });
    await expect(client.callApi(creates, { ...other, body: { name: 'bad' } })).rejects.toMatchObject({
      status: 400,
    });
    const previews = defineCall({ ...creates, id: 'preview', opensWhileViewing: true });
    await client.callApi(previews, other);
    await client.callApi(listSessions, {}).catch(() => null);
    await client.callApi(creates, input);
    expect(new Set(keysOf(seen, thing)).size).toBe(1);
    expect(keysOf(seen, otherThing)).toHaveLength(3);
  });

  it.each([
    ['common.tooManyRequests', 429],
    ['auth.secondFactorRequired', 403],
    ['auth.unauthenticated', 401],
    ['common.unavailable', 503],
  ])('keep the key of a lost answer while %s says nothing of the work', async (code, status) => {
    let answer: () => Response | Promise<Response> = lost;
    const { client, seen } = aClient(({ path }) => (path === thing ? answer() : tokens('old')));
    await expect(client.callApi(creates, input)).rejects.toMatchObject({ kind: 'network' });
    answer = () => refused(code, status);
    await expect(client.callApi(creates, input)).rejects.toMatchObject({ status });
    answer = () => json({ id: '1' });
    await client.callApi(creates, input);
    expect(new Set(keysOf(seen, thing)).size).toBe(1);
  });

  it('share the key of a lost answer when asked for twice at once, and only until one is answered', async () => {
    let answered = 0;
    const { client, seen } = aClient(() => {
      answered += 1;
      if (answered <= 3) return lost();
      return answered === 5 ? refused('common.inProgress', 409) : json({ id: '1' });
    });
    await expect(client.callApi(creates, input)).rejects.toMatchObject({ kind: 'network' });
    const both = [client.callApi(creates, input), client.callApi(creates, input)];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await client.callApi(creates, input);
    const keys = keysOf(seen, thing);
    expect(new Set(keys.slice(0, 5)).size).toBe(1);
    expect(keys[5]).not.toBe(keys[0]);
  });

  it('of the next one who signs in go with keys of their own, also when an answer is lost while signing out', async () => {
    const { client, seen } = aClient((_request, times) => (times <= 6 ? lost() : json({ id: '1' })));
    await expect(client.callApi(creates, input)).rejects.toMatchObject({ kind: 'network' });
    client.forgetUnanswered();
    const underWay = client.callApi(creates, input);
    client.forgetUnanswered();
    await expect(underWay).rejects.toMatchObject({ kind: 'network' });
    await client.callApi(creates, input);
    const keys = keysOf(seen, thing);
    expect(new Set([keys[0], keys[3], keys[6]]).size).toBe(3);
  });

  it('of this page are forgotten when its user signs out', async () => {
    const keys: (string | null)[] = [];
    vi.stubGlobal('document', { cookie: '' });
    vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return lost();
    });
    const asks = defineCall({ ...creates, access: 'anonymous' });
    await expect(callApi(asks, input)).rejects.toMatchObject({ kind: 'network' });
    dispatchLogout('otherTab');
    await expect(callApi(asks, input)).rejects.toMatchObject({ kind: 'network' });
    vi.unstubAllGlobals();
    expect(keys).toHaveLength(6);
    expect(keys[3]).not.toBe(keys[0]);
  });
});
