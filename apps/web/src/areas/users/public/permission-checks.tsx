import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import './permission-checks.css';

export interface PermissionGroup<Id extends string> {
  category: string;
  categoryName: string;
  permissions: readonly { id: Id; name: string }[];
}

/** Permissions in categories, each with a box for all of them: on, off, or partly on. */
export function PermissionChecks<Id extends string>({
  categories,
  selected,
  onChange,
  isDisabled,
  mayGive,
  foldLabel,
}: {
  categories: readonly PermissionGroup<Id>[];
  selected: ReadonlySet<Id>;
  onChange: (selected: ReadonlySet<Id>) => void;
  isDisabled: boolean;
  /** Permissions the caller has no right to give are shown but stay as they are. */
  mayGive: (id: Id) => boolean;
  /** With it categories are folded on narrow screens; names the button that shows one. */
  foldLabel?: (categoryName: string) => string;
}) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (category: string) =>
    setUnfolded(
      unfolded.has(category)
        ? new Set([...unfolded].filter((each) => each !== category))
        : new Set([...unfolded, category]),
    );
  const set = (ids: readonly Id[], isOn: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <div className="permission-checks">
      {categories.map(({ category, categoryName, permissions }) => {
        const on = permissions.filter(({ id }) => selected.has(id)).length;
        const open = permissions.filter(({ id }) => mayGive(id)).map(({ id }) => id);
        return (
          <fieldset
            key={category}
            className={classNames(
              'permission-checks__category',
              on > 0 && 'permission-checks__category--on',
              foldLabel !== undefined && !unfolded.has(category) && 'permission-checks__category--folded',
            )}
          >
            <legend className="visually-hidden">{categoryName}</legend>
            <div className="permission-checks__all">
              <Checkbox
                label={<strong>{categoryName}</strong>}
                isChecked={on === permissions.length}
                isIndeterminate={on > 0 && on < permissions.length}
                isDisabled={isDisabled || open.length === 0}
                onChange={(isOn) => set(open, isOn)}
              />
              <span className="hint">{t('userManagement.ofCount', { on, count: permissions.length })}</span>
              {foldLabel === undefined ? null : (
                <span className="permission-checks__fold">
                  <IconButton
                    label={foldLabel(categoryName)}
                    aria-expanded={unfolded.has(category)}
                    icon={
                      unfolded.has(category) ? (
                        <IconChevronUp size={18} aria-hidden="true" />
                      ) : (
                        <IconChevronDown size={18} aria-hidden="true" />
                      )
                    }
                    onClick={() => toggle(category)}
                  />
                </span>
              )}
            </div>
            {permissions.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                isChecked={selected.has(id)}
                isDisabled={isDisabled || !mayGive(id)}
                onChange={(isOn) => set([id], isOn)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
