import { t } from '../../texts/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
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
}: {
  categories: readonly PermissionGroup<Id>[];
  selected: ReadonlySet<Id>;
  onChange: (selected: ReadonlySet<Id>) => void;
  isDisabled: boolean;
  /** Permissions the caller has no right to give are shown but stay as they are. */
  mayGive: (id: Id) => boolean;
}) {
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
            className={classNames('permission-checks__category', on > 0 && 'permission-checks__category--on')}
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
