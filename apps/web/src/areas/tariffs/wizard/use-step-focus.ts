import type { FocusEvent, RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A step's code may still be on its way; after so many frames the focus stays where it is. */
const framesToWait = 120;

export interface StepFocus {
  /** Fields that were left once. */
  readonly leftPaths: ReadonlySet<string>;
  /** Fields that are taken away count as never left. */
  readonly forget: (paths: readonly string[]) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  /** Focuses the error summary once it is there. */
  readonly toErrors: () => void;
  /** Focuses what has to be decided first: whether a stored draft goes on. */
  readonly toDecision: () => void;
  /** Focuses the field of a path, on this step or on the one that is opened next. */
  readonly toField: (ofStep: string, path: string) => void;
}

/** Where the focus goes: to the title of a new step, to the error summary, to a field it names. */
export function useStepFocus(step: string, page: RefObject<HTMLElement | null>): StepFocus {
  const [leftPaths, setLeftPaths] = useState<ReadonlySet<string>>(new Set());
  const shownStep = useRef(step);
  const search = useRef(0);

  const seek = (find: (root: HTMLElement) => HTMLElement | null | undefined) => {
    cancelAnimationFrame(search.current);
    let frames = framesToWait;
    const look = () => {
      const found = page.current === null ? null : find(page.current);
      if (found) {
        found.scrollIntoView({ block: 'center' });
        found.focus({ preventScroll: true });
      } else if (frames > 0) {
        frames -= 1;
        search.current = requestAnimationFrame(look);
      }
    };
    search.current = requestAnimationFrame(look);
  };
  const isSeekingField = useRef(false);

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (isSeekingField.current) {
      isSeekingField.current = false;
      return;
    }
    window.scrollTo({ top: 0 });
    page.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [step, page]);
  useEffect(() => () => cancelAnimationFrame(search.current), []);

  const forget = useCallback(
    (paths: readonly string[]) =>
      setLeftPaths((current) => new Set([...current].filter((path) => !paths.includes(path)))),
    [],
  );

  return {
    leftPaths,
    forget,
    onBlur: (event) => {
      const field = event.target.closest<HTMLElement>('[data-field]');
      const path = field?.dataset['field'];
      // From one radio button of a field to the next, nothing is left.
      if (field?.contains(event.relatedTarget)) return;
      if (path !== undefined && !leftPaths.has(path)) setLeftPaths(new Set([...leftPaths, path]));
    },
    toErrors: () => seek((root) => root.querySelector<HTMLElement>('.error-summary')),
    toDecision: () => seek((root) => root.querySelector<HTMLElement>('[data-decision] button:last-of-type')),
    toField: (ofStep, path) => {
      isSeekingField.current = ofStep !== step;
      seek((root) => fieldOf(root, path));
    },
  };
}

const focusable = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button, [tabindex]';

/** First control of the field with this path, or of the nearest one above it. */
function fieldOf(root: HTMLElement, path: string): HTMLElement | null {
  for (let candidate = path; candidate !== ''; candidate = parentPath(candidate)) {
    const field = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(candidate)}"]`);
    if (field !== null) return field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable);
  }
  return path === '' ? root.querySelector<HTMLElement>('h1') : null;
}

/** `riskItems[2].target` → `riskItems[2]` → `riskItems` → ''. */
export function parentPath(path: string): string {
  return /^(.+)(?:\.[^.[]+|\[\d+\])$/.exec(path)?.[1] ?? '';
}
