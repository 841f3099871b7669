import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerRequest } from './engine.ts';
import { frontierPicture, operationsDocument } from './engine-docs.ts';

const docs = (name: string) => readFile(resolve(import.meta.dirname, '../docs', name), 'utf8');

describe('the engine command', () => {
  it('answers a request and says what is wrong with another', async () => {
    expect(await answerRequest('{"operation":"roundToUnits","input":{"weights":[1,1],"units":3}}')).toEqual({
      answer: { result: { units: [2, 1], sum: 3 } },
      isError: false,
    });
    expect(
      await answerRequest('{"operation":"roundToUnits","input":{"weights":[1,"x"],"units":3}}'),
    ).toMatchObject({
      answer: { error: { code: 'INPUT_INVALID', path: 'weights[1]' } },
      isError: true,
    });
  });

  it.each(['', '{', '[]', 'null', '7', '{"operation":"efficientFrontier"}', '{"input":{}}'])(
    'refuses %j',
    async (text) => {
      expect(await answerRequest(text)).toMatchObject({
        isError: true,
        answer: { error: { message: expect.any(String) } },
      });
    },
  );

  it.each(['../../package.csv', '/etc/hosts.csv', 'package.json', 'absent.csv'])(
    'refuses to read %s',
    async (data) => {
      const { answer } = await answerRequest(
        JSON.stringify({ operation: 'expectedReturns', input: { data } }),
      );
      expect(answer).toMatchObject({ error: { code: 'INPUT_INVALID', path: 'data' } });
    },
  );

  it('checks ISINs by the rule of the domain', async () => {
    const { answer } = await answerRequest('{"operation":"isinCheck","input":{"isin":"us0378331005"}}');
    expect(answer).toEqual({ result: { isin: 'us0378331005', valid: true, fault: null } });
  });
});

describe('the documentation of the engine', () => {
  it('shows what the engine answers today', async () => {
    expect(await docs('engine-operations.md')).toBe(await operationsDocument());
    expect(await docs('pictures/engine-frontier.svg')).toBe(frontierPicture());
  });
});
