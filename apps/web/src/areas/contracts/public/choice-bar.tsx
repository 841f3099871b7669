import { formatNumber } from '@depotwerk/domain/number-text';
import { IconDots, IconPencil, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { t } from '../../../texts/texts.ts';
import { SelectionBar } from '../../../ui/action-bar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ExportMenu, type LoadFile, useExportEntries } from '../../../ui/export-menu.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { maximumIds } from './bulk-changes.ts';
import { type ListChoice, nothingChosen } from './contract-selection.ts';

interface BarAction {
  key: string;
  label: string;
  icon: ReactNode;
  isBusy?: boolean;
  onSelect: () => void;
}

interface ChoiceBarProps {
  list: ListChoice;
  /** Says how many are chosen one by one, and that those are too many. */
  countText: (count: number, number: string) => string;
  tooManyText: string;
  /** What can be changed of all of them, behind one button; it is the main one where there is no other. */
  changes: readonly MenuEntry[];
  actions?: readonly BarAction[];
  /** What is done most often. */
  main?: BarAction;
  /** Dialogs the bar opens. */
  children: ReactNode;
}

/**
 * Bar under a list in which rows are being chosen: how many, none and all of them, and what to do with them, in one row, so that the
 * list stays in sight: what is done less often stands in a menu, and on a phone all but what is done most often.
 */
export function ChoiceBar({
  list,
  countText,
  tooManyText,
  changes,
  actions = [],
  main,
  children,
}: ChoiceBarProps) {
  const { choice, total, isTotalExact, loadFile, onEnd } = list;
  const isNarrow = useNarrow();
  const count = choice.kind === 'whole' ? total : choice.ids.size;
  const isTooMany = choice.kind === 'ids' && choice.ids.size > maximumIds;
  const isDisabled = count === 0 || isTooMany;
  const whole = choiceEntries(list);
  const { first, press } = useFocusKept();
  const file = { load: loadFile ?? noFile, isDisabled: count === 0 || count === undefined };
  const saving = useExportEntries(file.load);
  const mainButton = main && (
    <Button
      kind="primary"
      isBusy={main.isBusy}
      disabled={isDisabled}
      icon={main.icon}
      onClick={main.onSelect}
    >
      {main.label}
    </Button>
  );
  const changeMenu =
    changes.length === 0 ? null : (
      <Menu
        trigger={
          <Button
            kind={main ? 'secondary' : 'primary'}
            disabled={isDisabled}
            icon={<IconPencil size={18} aria-hidden="true" />}
          >
            {t('contracts.bulk.menu')}
          </Button>
        }
        entries={changes}
      />
    );
  const state = isTooMany
    ? tooManyText
    : choice.kind === 'whole'
      ? total === undefined || !isTotalExact
        ? t('optimization.bulk.wholeUncounted')
        : t('optimization.bulk.whole', { number: formatNumber(total) })
      : choice.ids.size === 0
        ? t('optimization.bulk.none')
        : countText(choice.ids.size, formatNumber(choice.ids.size));
  const others: readonly MenuEntry[] = actions.map(({ isBusy, ...entry }) => ({
    ...entry,
    isDisabled: isDisabled || isBusy,
  }));
  const rest: readonly MenuEntry[] = [
    ...whole,
    ...(main ? changes : []).map((entry) => ({ ...entry, isDisabled: isDisabled || entry.isDisabled })),
    ...others,
    ...(loadFile ? saving.entries : []).map((entry) => ({
      ...entry,
      isDisabled: file.isDisabled || saving.isBusy,
    })),
    { key: 'end', label: t('optimization.bulk.endSelect'), onSelect: onEnd },
  ];
  const moreMenu = (entries: readonly MenuEntry[]) => (
    <Menu
      align="end"
      trigger={<IconButton label={t('common.more')} icon={<IconDots size={20} aria-hidden="true" />} />}
      entries={entries}
    />
  );
  // The dialogs stand beside it: turning a phone must not begin them anew.
  return (
    <>
      {isNarrow ? (
        <SelectionBar text={state} isRow>
          {mainButton ?? changeMenu}
          {moreMenu(rest)}
        </SelectionBar>
      ) : (
        <SelectionBar text={state}>
          {whole.map(({ key, label, onSelect }, index) => (
            <Button
              key={key}
              ref={index === 0 ? first : undefined}
              kind="quiet"
              size="small"
              onClick={() => press(onSelect)}
            >
              {label}
            </Button>
          ))}
          {loadFile ? <ExportMenu {...file} /> : null}
          {changeMenu}
          {mainButton}
          {others.length === 0 ? null : moreMenu(others)}
          <IconButton
            label={t('optimization.bulk.endSelect')}
            icon={<IconX size={20} aria-hidden="true" />}
            onClick={onEnd}
          />
        </SelectionBar>
      )}
      {children}
    </>
  );
}

/** Choosing all or none takes away the button it was done with: the focus goes on to the one that takes it back. */
function useFocusKept(): {
  first: RefObject<HTMLButtonElement | null>;
  press: (act: () => void) => void;
} {
  const first = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (isPressed.current && document.activeElement === document.body)
      first.current?.focus({ preventScroll: true });
    isPressed.current = false;
  });
  const press = (act: () => void) => {
    isPressed.current = true;
    act();
  };
  return { first, press };
}

const noFile: LoadFile = () => Promise.reject(new Error('Nobody is offered this file.'));

/** None, and all the filter finds, where that is another choice than it is. */
function choiceEntries({ choice, total, isTotalExact, onChoose }: ListChoice): readonly MenuEntry[] {
  const entries: MenuEntry[] = [];
  if (choice.kind === 'whole' || choice.ids.size > 0) {
    entries.push({
      key: 'clear',
      label: t('optimization.bulk.clear'),
      onSelect: () => onChoose(nothingChosen),
    });
  }
  if (choice.kind === 'ids' && total !== undefined && total > 0) {
    entries.push({
      key: 'whole',
      label: isTotalExact
        ? t('optimization.bulk.selectAll', { number: formatNumber(total) })
        : t('optimization.bulk.selectAllUncounted'),
      onSelect: () => onChoose({ kind: 'whole' }),
    });
  }
  return entries;
}
