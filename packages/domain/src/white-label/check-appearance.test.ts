import { expect, it } from 'vitest';
import { type AppearanceDraft, checkAppearance, isFrameAncestor } from './check-appearance.ts';
import { isPicture, isSafeLink } from './shown-parts.ts';

const draft: AppearanceDraft = {
  applicationTitle: 'Haus Süd',
  hosts: ['portal.sued.example'],
  allowedFrameAncestors: ['https://app.sued.example', 'https://app.sued.example:8443', 'http://localhost'],
  logo: null,
  logoDark: null,
  favicon: null,
  appIcon: null,
  primaryColour: '#ffdd00',
  accentColour: '#b35c00',
  fontFamily: null,
  registrationMode: 0,
  languages: ['de', 'en'],
  supportPhone: null,
  supportMail: 'hilfe@sued.example',
  imprintUrl: '/impressum',
  privacyUrl: 'https://sued.example/datenschutz',
  termsUrl: null,
  accessibilityStatementUrl: null,
  loginHint: null,
  features: { depotanalysis: false, preregistration: false, bankCredentials: true, esg: true, bulk: true },
};

it('takes a pale colour, which is shown darker, and links of its own host', () => {
  expect(checkAppearance(draft)).toEqual([]);
});

it('takes a hint of several lines, with no other control characters', () => {
  expect(checkAppearance({ ...draft, loginHint: 'Wartung am Sonntag\nvon 8 bis 10 Uhr' })).toEqual([]);
  expect(checkAppearance({ ...draft, loginHint: 'Wartung\u0007' })).toEqual([
    { path: 'loginHint', code: 'invalidCharacters' },
  ]);
});

it.each([
  [{ applicationTitle: ' ' }, 'applicationTitle'],
  [{ hosts: ['https://sued.example'] }, 'hosts'],
  [{ hosts: ['Sued.example'] }, 'hosts'],
  [{ primaryColour: 'blau' }, 'primaryColour'],
  [{ languages: ['en' as const] }, 'languages'],
  [{ accentColour: '' }, 'accentColour'],
  [{ appIcon: 'data:image/svg+xml;base64,AAAA' }, 'appIcon'],
  [{ supportMail: 'niemand' }, 'supportMail'],
  [{ imprintUrl: 'javascript:alert(1)' }, 'imprintUrl'],
  [{ privacyUrl: '//sued.example' }, 'privacyUrl'],
  [{ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'logo'],
  [{ logo: 'data:image/png;base64,PHN2Zz4=' }, 'logo'],
  [{ logoDark: `data:image/jpeg;base64,/9j/${'A'.repeat(70_000)}` }, 'logoDark'],
])('refuses %j', (change, path) => {
  expect(checkAppearance({ ...draft, ...change }).map((issue) => issue.path)).toEqual([path]);
});

it('leads nowhere but to https and the same host', () => {
  const refused = ['http://a.example', 'data:text/html,x', '/\\a.example', 'https://', ' /x', '/a b'];
  expect(refused.filter(isSafeLink)).toEqual([]);
});

/** The beginning of a PNG with these sides. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(32);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
/** A JPEG up to its first frame, a comment before it. */
function jpeg(width: number, height: number): string {
  const frame = Buffer.alloc(12);
  frame.set([0xff, 0xc0, 0, 11, 8]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x61, 0x62]), frame]);
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

it('takes small pictures only, by what they say of their own size', () => {
  expect([png(64, 24), jpeg(2_000, 600)].filter((picture) => !isPicture(picture))).toEqual([]);
  expect([png(20_000, 20_000), png(0, 1), jpeg(2_001, 1)].filter(isPicture)).toEqual([]);
});

it.each([
  '*',
  'https://*.sued.example',
  'http://app.sued.example',
  'https://app.sued.example/',
  'https://app.sued.example;script-src',
  "https://a.example 'self'",
  'https://app.sued.example:70000',
  'app.sued.example',
])('lets nothing but an origin stand around the page: %s', (origin) => {
  expect(isFrameAncestor(origin)).toBe(false);
  const issues = checkAppearance({ ...draft, allowedFrameAncestors: [origin] });
  expect(issues.map(({ path }) => path)).toEqual(['allowedFrameAncestors']);
});

it('takes ten of them', () => {
  const origins = (count: number) => Array.from({ length: count }, () => 'https://a.example');
  expect(checkAppearance({ ...draft, allowedFrameAncestors: origins(10) })).toEqual([]);
  expect(checkAppearance({ ...draft, allowedFrameAncestors: origins(11) })).toHaveLength(1);
});
