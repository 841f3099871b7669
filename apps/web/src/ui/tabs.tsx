import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import './tabs.css';

/** Row of links to the parts of one object. Each tab is an address, so this is navigation, not a tab list. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // On narrow screens the row scrolls; the current tab must be seen. Only sideways: the page stays where it is.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    const { left, right } = nav.current.getBoundingClientRect();
    const tab = current.getBoundingClientRect();
    if (tab.left < left || tab.right > right) nav.current.scrollLeft += tab.left - left - 16;
  });
  return (
    <nav ref={nav} className="ui-tabs" aria-label={label}>
      {children}
    </nav>
  );
}

/** Class of a link inside TabLinks; the router sets aria-current on the active one. */
export const tabLinkClass = 'ui-tabs__link';

export interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  size?: 'medium' | 'small' | undefined;
  isDisabled?: boolean | undefined;
  /** Id of an error or hint about it. */
  describedBy?: string | undefined;
}

/** One of a few choices, all visible: chart period, theme. Radio buttons underneath. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'medium',
  isDisabled,
  describedBy,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={classNames('ui-segments', `ui-segments--${size}`)}
      disabled={isDisabled}
      aria-describedby={describedBy}
    >
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="ui-segments__option">
          <input
            type="radio"
            className="ui-segments__radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
