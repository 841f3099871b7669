import { expect, it } from 'vitest';
import { browserOrigins } from './browser-origins.ts';

it.each([
  ['https://app.bank.example:443', ['https://app.bank.example']],
  ['http://localhost:80', ['http://localhost']],
  ['https://app.bank.example:8443', ['https://app.bank.example:8443']],
  ['https://app.bank.example', ['https://app.bank.example']],
  ['no origin', []],
])('%s is for a browser %j', (written, origins) => {
  expect(browserOrigins([written])).toEqual(origins);
});
