import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { SearchHit } from '@depotwerk/api/search/search';
import { foldText } from '@depotwerk/domain/fold-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { hasPermission } from '../../platform/session.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { adminEntriesOf } from '../../shell/admin-layout.tsx';
import { visibleNavigation } from '../../shell/navigation.ts';
import { openShellDialog } from '../../shell/shell-keys.ts';
import { said, t } from '../../texts/texts.ts';
import { goToNextTask } from '../workbench/public/next-task.ts';
import { type Favourable, favourableOf, keepOpened } from './public/shortcuts.ts';

/** One line of the search: a page, a command or something found. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly subtitle: string;
  /** null = it cannot be a favourite. */
  readonly favourable: Favourable | null;
  /** The page one is on: it stands there, and Enter does not lead to it by itself. */
  readonly isHere?: boolean;
  /** `go` leads to a path of the application. */
  readonly run: (go: (path: string) => void) => void;
}

/** Pages and commands the user may use. */
export function ownEntries(user: AuthenticatedUser | null): PaletteEntry[] {
  const page = (path: string, title: string, subtitle = ''): PaletteEntry => ({
    id: `page ${path}`,
    group: t('palette.groups.page'),
    title,
    subtitle,
    favourable: null,
    run: (go) => go(path),
  });
  const command = (id: string, title: string, run: PaletteEntry['run']): PaletteEntry => ({
    id: `command ${id}`,
    group: t('palette.groups.command'),
    title,
    subtitle: '',
    favourable: null,
    run,
  });
  return [
    ...(hasPermission(user, 'workbench.view')
      ? [command('next', t('workbench.next'), (go) => void goToNextTask(go))]
      : []),
    ...visibleNavigation(user, whiteLabel().features).map(({ to, text }) => page(to, t(text))),
    ...(hasPermission(user, 'admin.access')
      ? adminEntriesOf(user).map(({ to, text }) => page(to, t(text), t('shell.nav.admin')))
      : []),
    command('help', t('help.open'), () => openShellDialog('help')),
    command('logout', t('shell.logout'), (go) => go('/logout')),
  ];
}

/** What the server found, as a line; a fund says what it is chosen by. */
export const entryOf = ({ type, id, title, subtitle, path, fund }: SearchHit): PaletteEntry => ({
  id: `${type} ${id}`,
  group: t(`palette.groups.${type}`),
  title,
  subtitle: fund === null ? subtitle : [subtitle, ...figuresOf(fund)].join(' · '),
  favourable: favourableOf({ type, id }),
  run: (go) => {
    // A fund's window keeps it itself; what a tariff leads to may be the list of its contracts.
    if (type === 'tariff') keepOpened(type, id);
    go(path);
  },
});

const figuresOf = ({ riskIndicator, ongoingFee, isInactive }: NonNullable<SearchHit['fund']>): string[] => [
  riskIndicator === null
    ? t('palette.fundRiskUnknown', { unknown: said(unknownText) })
    : t('palette.fundRisk', { value: riskIndicator }),
  t('palette.fundFee', {
    fee:
      ongoingFee === null ? said(unknownText) : t('funds.perYear', { fee: formatPercent(ongoingFee, 2, 2) }),
  }),
  ...(isInactive ? [t('common.inactive')] : []),
];

const isHere = ({ id }: SearchHit, pathname: string): boolean => pathname.split('/').includes(id);

/** What was opened last as lines, without the page one is on: she need not be led there. */
export const lastEntries = (hits: readonly SearchHit[], pathname: string): PaletteEntry[] =>
  hits.filter((hit) => !isHere(hit, pathname)).map(entryOf);

/** Favourites as lines, all of them wherever one is: one that was missing would seem to be none any more. */
export const favouriteEntries = (hits: readonly SearchHit[], pathname: string): PaletteEntry[] =>
  hits.map((hit) => {
    const entry = entryOf(hit);
    if (!isHere(hit, pathname)) return entry;
    const subtitle = [entry.subtitle, t('palette.here')].filter((part) => part !== '').join(' · ');
    return { ...entry, subtitle, isHere: true };
  });

/** Entries whose title has every word of the search at the beginning of a word; all without a search, none for signs alone. */
export function matching(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = foldText(search).split(' ').filter(Boolean);
  if (words.length === 0 && search.trim() !== '') return [];
  return entries.filter(({ title, subtitle }) => {
    const text = ` ${foldText(`${title} ${subtitle}`)}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}
