import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { EntityKind } from './entity-kind.ts';
import type { FormConflict } from './use-entity-form.ts';

/**
 * Somebody else saved in between (412): what both changed is chosen field by field, the rest comes together by itself.
 * Nothing is saved here; the form goes on with the outcome.
 */
export function ConflictChoice<Entity, Draft extends object, Id extends number | string>({
  kind,
  conflict,
  mine,
  onResolve,
}: {
  kind: EntityKind<Entity, Draft, Id>;
  conflict: FormConflict<Entity, Draft>;
  mine: Draft;
  onResolve: (draft: Draft) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const theirs = kind.draftOf(conflict.theirs);
  const fields = kind.fields();
  const open = fields.filter(({ path }) => conflict.conflicts.includes(path));
  const taken = fields.filter(({ path }) => conflict.taken.includes(path));
  const choose = (path: string, isTheirs: boolean) => {
    const next = new Set(chosen);
    if (isTheirs) next.add(path);
    else next.delete(path);
    setChosen(next);
  };
  const apply = () => {
    const draft = { ...conflict.draft };
    for (const { path } of open) if (chosen.has(path)) draft[path] = theirs[path];
    onResolve(draft);
  };
  return (
    <Dialog
      title={t('masterData.conflict.title')}
      isStatic
      onClose={() => {}}
      footer={
        <>
          <Button onClick={() => onResolve(theirs)}>{t('masterData.conflict.discard')}</Button>
          <Button kind="primary" onClick={apply}>
            {t('masterData.conflict.apply')}
          </Button>
        </>
      }
    >
      <p>{t('masterData.conflict.text')}</p>
      <div className="conflict-choice">
        {open.map(({ path, label, text }) => (
          <fieldset key={path} className="conflict-choice__field">
            <legend>{label}</legend>
            {[false, true].map((isTheirs) => (
              <label key={String(isTheirs)} className="conflict-choice__side">
                <input
                  type="radio"
                  name={`conflict-${path}`}
                  checked={chosen.has(path) === isTheirs}
                  onChange={() => choose(path, isTheirs)}
                />
                <span className="hint">
                  {t(isTheirs ? 'masterData.conflict.theirs' : 'masterData.conflict.mine')}
                </span>
                <span className="conflict-choice__value">{text(isTheirs ? theirs : mine)}</span>
              </label>
            ))}
          </fieldset>
        ))}
        {taken.length > 0 ? (
          <div>
            <p>{t('masterData.conflict.taken')}</p>
            <ul>
              {taken.map(({ path, label, text }) => (
                <li key={path}>
                  {label}: {text(theirs)}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
