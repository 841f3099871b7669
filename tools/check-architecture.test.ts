import { describe, expect, it } from 'vitest';
import {
  findCallsOutsideAreas,
  findCarelessVerbs,
  findCirclesOfAreas,
  findDeadLinks,
  findIdleOffers,
  findLongStyles,
  findOutsideNumbers,
  findUnevenComparisons,
  findUnnamedAreas,
  findVerbsBesideTheirCall,
  findWrongImports,
} from './check-architecture.ts';

describe('directions of import', () => {
  it('lets the server use api, domain and its own files', () => {
    const text = `import { a } from '@depotwerk/api/call';\nimport { b } from '../platform/x.ts';`;
    expect(findWrongImports({ path: 'apps/server/src/areas/a.ts', text })).toEqual([]);
  });

  it.each([
    ['packages/domain/src/a.ts', "import { b } from '@depotwerk/api/call';"],
    ['packages/engine/src/a.ts', "import { b } from '@depotwerk/domain/isin';"],
    ['packages/engine/src/a.ts', "import { type B, b } from '@depotwerk/domain/isin';"],
    ['packages/engine/src/a.ts', "import type { B } from '@depotwerk/api/call';"],
    [
      'packages/engine/src/a.ts',
      "import type { B } from '@depotwerk/domain/isin';\nimport { b } from '@depotwerk/domain/bic';",
    ],
    ['packages/api/src/a.ts', "import { b } from '@depotwerk/engine/x';"],
    ['apps/web/src/a.ts', "import { b } from '@depotwerk/server/x';"],
    ['apps/web/src/a.ts', "import { b } from '../../server/src/x.ts';"],
    ['apps/bank/src/a.ts', "import { b } from '@depotwerk/api/call';"],
    ['apps/server/src/a.ts', "import { b } from '../../bank/src/bank.ts';"],
    ['apps/server/src/a.ts', "const b = await import('@depotwerk/web/x');"],
    ['apps/server/src/areas/funds/a.ts', "import { b } from '../contracts/delete-contract.ts';"],
    ['apps/server/src/areas/funds/a.ts', "import type { B } from '../contracts/contract-list.view.ts';"],
    ['apps/server/src/areas/funds/a.ts', "import { b } from '../contracts/bulk/public.ts';"],
    ['apps/server/src/areas/funds/public.ts', "export { b } from './delete-fund.ts';"],
    ['apps/server/src/areas/funds/public.ts', "export { b } from '../contracts/public.ts';"],
    ['apps/web/src/areas/funds/a.tsx', "import { b } from '../contracts/contracts-page.tsx';"],
    [
      'apps/web/src/areas/funds/a.tsx',
      "const b = () => import('../contracts/form/public/contract-form.tsx');",
    ],
    ['apps/web/src/areas/funds/a.tsx', "import '../contracts/contracts.css';"],
    ['apps/web/src/ui/a.tsx', "import { b } from '../forms/ask-dialog.tsx';"],
    ['apps/web/src/forms/a.tsx', "import { b } from '../lists/list-calls.ts';"],
    ['apps/web/src/lists/a.tsx', "import { b } from '../areas/contracts/public/contract-queries.ts';"],
    ['apps/web/src/areas/funds/a.tsx', "import { b } from '../../routes/all.tsx';"],
    ['packages/domain/src/a.ts', "import * as z from 'zod/mini';"],
    ['packages/engine/src/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['apps/server/src/platform/a.ts', "import { b } from '../areas/contracts/public.ts';"],
  ])('refuses %s with %s', (path, text) => {
    expect(findWrongImports({ path, text })).toHaveLength(1);
  });

  it('lets the engine take types of the domain', () => {
    const text = "import type {\n  A,\n  B,\n} from '@depotwerk/domain/isin';";
    expect(findWrongImports({ path: 'packages/engine/src/a.ts', text })).toEqual([]);
  });

  it('lets tests of the server run the practice bank', () => {
    const text = "import { openBank } from '../../bank/src/bank.ts';";
    expect(findWrongImports({ path: 'apps/server/test/practice-bank.ts', text })).toEqual([]);
  });

  it.each([
    ['apps/server/src/areas/funds/a.ts', "import { b } from '../contracts/public.ts';"],
    ['apps/server/src/areas/funds/import/a.ts', "import { b } from '../../contracts/public.ts';"],
    ['apps/server/src/areas/funds/import/a.ts', "import { b } from '../delete-fund.ts';"],
    ['apps/server/src/areas/funds/public.ts', "export { b } from './fund-list.view.ts';"],
    [
      'apps/server/src/areas/funds/a.server.test.ts',
      "import { b } from '../contracts/contract-list.view.ts';",
    ],
    ['apps/web/src/areas/funds/a.tsx', "import { b } from '../contracts/public/contract-queries.ts';"],
    ['apps/web/src/areas/funds/public/a.tsx', "import { b } from '../fund-form.tsx';"],
    ['apps/web/src/areas/funds/a.tsx', "import { b } from '../../shell/dialog-link.ts';"],
    ['apps/web/src/areas/funds/a.test.tsx', "import { b } from '../contracts/contracts-page.tsx';"],
    ['apps/web/src/main.tsx', "import { b } from './areas/auth/mobile/start-mobile-bridge.ts';"],
  ])('opens to %s what another area offers, and its own files: %s', (path, text) => {
    expect(findWrongImports({ path, text })).toEqual([]);
  });
});

describe('what areas of the browser offer', () => {
  const offer = { path: 'apps/web/src/areas/funds/public/fund-link.tsx', text: '' };
  const user = (path: string, specifier: string) => ({ path, text: `import { a } from '${specifier}';` });

  it('is what another area takes', () => {
    expect(
      findIdleOffers([offer, user('apps/web/src/areas/contracts/a.tsx', '../funds/public/fund-link.tsx')]),
    ).toEqual([]);
  });

  it('is nothing its own area or a test alone takes', () => {
    expect(
      findIdleOffers([
        offer,
        user('apps/web/src/areas/funds/a.tsx', './public/fund-link.tsx'),
        user('apps/web/src/areas/contracts/a.test.tsx', '../funds/public/fund-link.tsx'),
      ]),
    ).toEqual(['apps/web/src/areas/funds/public/fund-link.tsx lies in public, and nobody else takes it']);
  });
});

describe('areas of the browser', () => {
  const uses = (area: string, other: string, how = `import { b } from '../${other}/public/b.tsx';`) => ({
    path: `apps/web/src/areas/${area}/a.tsx`,
    text: how,
  });

  it('may use the same one', () => {
    const files = [uses('contracts', 'funds'), uses('customers', 'funds'), uses('customers', 'contracts')];
    expect(findCirclesOfAreas(files)).toEqual([]);
  });

  it('do not use each other, not over a third one and not lazily', () => {
    const lazily = uses('jobs', 'contracts', "const b = () => import('../contracts/public/b.tsx');");
    expect(findCirclesOfAreas([uses('contracts', 'funds'), uses('funds', 'jobs'), lazily])).toEqual([
      'areas of the browser use each other in a circle: contracts → funds → jobs → contracts',
    ]);
  });

  it('may reach where they like in a test', () => {
    const test = { ...uses('funds', 'contracts'), path: 'apps/web/src/areas/funds/a.test.tsx' };
    expect(findCirclesOfAreas([uses('contracts', 'funds'), test])).toEqual([]);
  });
});

describe('careless verbs', () => {
  const path = 'apps/server/src/areas/contracts/delete-contract.ts';

  it('names a transaction without audit entry and permission', () => {
    expect(findCarelessVerbs({ path, text: 'database.transaction(context, work)' })).toHaveLength(2);
  });

  it('is content with both', () => {
    const text = 'requirePermission(scope, p); database.transaction(c, (t) => writeAudit(t, entry))';
    expect(findCarelessVerbs({ path, text })).toEqual([]);
  });
});

describe('verbs', () => {
  const path = 'apps/server/src/areas/contracts/delete-contract.ts';
  const verb = (input: string, answer: string, context = 'context: SignedInContext') =>
    `export async function remove(\n  services: Services,\n  ${context},\n  ${input},\n): Promise<${answer}> {`;

  it.each([
    verb('input: CallInput<typeof call>', 'void'),
    verb('{ query: { day }, body: { kind } }: CallInput<typeof call>', 'Row'),
    verb("body: CallInput<typeof calls.remove>['body']", 'void', '{ scope }: RequestContext'),
    `type Body = CallInput<typeof call>['body'];\n${verb('body: Body', 'Row')}`,
  ])('take their types from their call: %s', (text) =>
    expect(findVerbsBesideTheirCall({ path, text })).toHaveLength(1),
  );

  it.each([
    'export const remove: Verb<typeof call> = async (services, context, input) => {',
    verb('input: CallInput<typeof call>', 'Reply<never>'),
    verb("id: string, kind: CallInput<typeof call>['params']", 'void'),
  ])('may say more than the call does, or be no verb: %s', (text) =>
    expect(findVerbsBesideTheirCall({ path, text })).toEqual([]),
  );
});

describe('links', () => {
  it('names relative links that lead nowhere and leaves addresses alone', () => {
    const text = '[a](docs/a.md) [b](https://example.org) [c](docs/c.md#part)';
    const dead = findDeadLinks({ path: 'README.md', text }, (path) => path === 'docs/a.md');
    expect(dead).toEqual(['README.md links to docs/c.md, which does not exist']);
  });
});

describe('numbers of texts outside', () => {
  it.each([
    '/** Most rows (G-70). */',
    ' * the same 404 (S13).',
    '-- limits of M-12',
    '// specification, section 9',
  ])('are named in %s', (text) =>
    expect(findOutsideNumbers({ path: 'apps/web/src/a.ts', text })).toHaveLength(1),
  );

  it('are none in what the house itself numbers', () => {
    const text = "const code = 'S1';\n// engine.md section 13, TA01, S02, ISO 7064 MOD 11,10, PDF/A-2a";
    expect(findOutsideNumbers({ path: 'apps/web/src/a.ts', text })).toEqual([]);
  });
});

describe('styles and areas', () => {
  it('refuses styles of more than 350 lines', () => {
    const file = (lines: number) => ({ path: 'apps/web/src/ui/a.css', text: 'a {}\n'.repeat(lines) });
    expect([findLongStyles(file(350)), findLongStyles(file(351)).length]).toEqual([[], 1]);
  });

  it('keeps calls in the folders of the areas that answer them', () => {
    expect(findCallsOutsideAreas(['auth'], ['call.ts', 'fields.test.ts'], ['auth', 'mail'])).toEqual([]);
    expect(findCallsOutsideAreas(['post'], ['tags.ts'], ['auth', 'mail'])).toEqual([
      'packages/api/src/post is no area of the server',
      'packages/api/src/tags.ts lies in the folder of no area',
    ]);
  });

  it('names an area that the page of the house does not', () => {
    expect(findUnnamedAreas(['auth', 'mail'], '**Areas**: auth, email')).toEqual([
      'docs/architecture.md does not name the area mail',
    ]);
  });
});

describe('comparing secrets', () => {
  const lines = (text: string, path = 'apps/server/src/platform/http/operation.ts') =>
    findUnevenComparisons({ path, text }).length;

  it.each([
    'if (given !== metrics.token) throw refused();',
    'return accessToken === stored;',
    'if (request.headers.authorization !== clientSecret) return;',
    'return timingSafeEqual(a, b);',
    'if (macOf(key, body) === given) return;',
    'return given === stored.sessionToken;',
  ])('refuses %s', (text) => {
    expect(lines(text)).toBe(1);
  });

  it.each([
    'return token === null ? null : read(token);',
    "if (body.password === '') return;",
    'if (secret !== undefined) use(secret);',
    'return equalInConstantTime(given, token);',
    '// a token === another one tells',
  ])('lets %s be', (text) => {
    expect(lines(text)).toBe(0);
  });

  it('knows the one place that may', () => {
    const text = 'timingSafeEqual(digestOf(given), digestOf(expected))';
    expect(lines(text, 'apps/server/src/platform/secrets/equal-in-constant-time.ts')).toBe(0);
  });
});
