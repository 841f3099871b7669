/** docs/practice-bank.md is what others code against: it names everything, and its examples work. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startWorld } from '../test/practice-world.ts';
import { refusalStatuses } from './bank-error.ts';
import { demoBanks, demoTotpSecret } from './control/demo-banks.ts';
import { demoCustomerPassword, demoCustomers } from './control/demo-customers.ts';
import { endpoints, faultKinds } from './control/faults.ts';

const text = readFileSync(new URL('../../../docs/practice-bank.md', import.meta.url), 'utf8');

test.each([...endpoints, ...faultKinds])('names %s', (name) => {
  expect(text).toContain(`\`${name}\``);
});

test.each(refusalStatuses)('names %s with its status %i', (code, status) => {
  const row = text
    .split('\n')
    .find((line) => line.startsWith(`| ${status} |`) && line.includes(`\`${code}\``));
  expect(row).toBeDefined();
});

test('lists the demo banks with their passwords', () => {
  for (const { bankId, bankName, password } of demoBanks)
    expect(text).toContain(`| ${bankId} | ${bankName} | \`${password}\` |`);
  expect(text).toContain(demoTotpSecret);
});

test('lists the demo customers with their password', () => {
  for (const { bankId, loginName } of demoCustomers)
    expect(text).toContain(`| ${bankId} | \`${loginName}\` |`);
  expect(text).toContain(`\`${demoCustomerPassword}\``);
});

test('its example of a seed works', async () => {
  const { call } = await startWorld([]);
  const lines = text.split('\n').filter((line) => line.startsWith('{"kind":'));
  expect(lines.length).toBeGreaterThan(5);
  expect(
    await call('POST', '/control/seed', lines.join('\n'), { 'content-type': 'application/x-ndjson' }),
  ).toMatchObject({ status: 200, body: { lines: lines.length } });
});

test('its example of a fault works', async () => {
  const { call } = await startWorld([]);
  const example = /`POST \/control\/faults`\n```json\n([^`]+)```/.exec(text)?.[1] ?? '';
  expect((await call('POST', '/control/faults', JSON.parse(example))).status).toBe(201);
});
