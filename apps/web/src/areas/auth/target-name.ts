import type { TextKey } from '../../texts/texts.ts';
import { t } from '../../texts/texts.ts';

const names: readonly (readonly [RegExp, TextKey])[] = [
  [/^\/contracts\/[^/]+/, 'auth.target.contract'],
  [/^\/contracts/, 'shell.nav.contracts'],
  [/^\/customers\/[^/]+/, 'auth.target.customer'],
  [/^\/customers/, 'shell.nav.customers'],
  [/^\/prospects/, 'shell.nav.prospects'],
  [/^\/trader-depots/, 'shell.nav.traderDepots'],
  [/^\/setup/, 'setup.title'],
  [/^\/settings/, 'shell.settings'],
  [/^\/workbench/, 'shell.nav.workbench'],
  [/^\/continuous-optimization/, 'shell.nav.continuous'],
  [/^\/orders/, 'shell.nav.orders'],
  [/^\/documents/, 'shell.nav.documents'],
  [/^\/approvals/, 'shell.nav.approvals'],
  [/^\/audit/, 'shell.nav.audit'],
  [/^\/user-management/, 'shell.nav.userManagement'],
  [/^\/admin/, 'shell.nav.admin'],
  [/^\/depotanalysis/, 'shell.depotanalysis'],
];

/** What the page behind an address is called, for "weiter zu …"; null for an address nobody would know by its path. */
export function targetName(path: string): string | null {
  const known = names.find(([pattern]) => pattern.test(path));
  return known ? t(known[1]) : null;
}
