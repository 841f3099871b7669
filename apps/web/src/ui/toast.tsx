import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { useCaughtFocus } from './catch-focus.ts';
import { classNames } from './class-names.ts';
import './toast.css';

export interface ToastMessage {
  id: number;
  text: string;
  tone: 'ok' | 'bad';
  /** Undoes what the message tells of, or goes on from it. */
  action?: { label: string; onSelect: () => void } | undefined;
  /** There is more to read than the usual time allows: it stays until it is closed. */
  stays?: boolean | undefined;
}

const useToasts = create<{ messages: readonly ToastMessage[] }>()(() => ({ messages: [] }));
let nextId = 1;

/** Tells that something worked, or did not, without taking the focus. Goes after six seconds. */
export function showToast(
  text: string,
  options: Partial<Pick<ToastMessage, 'tone' | 'action' | 'stays'>> = {},
): void {
  const message: ToastMessage = { tone: 'ok', ...options, id: nextId, text };
  nextId += 1;
  useToasts.setState((state) => ({ messages: [...state.messages.slice(-2), message] }));
}

function dismissToast(id: number): void {
  useToasts.setState((state) => ({ messages: state.messages.filter((message) => message.id !== id) }));
}

export function clearToasts(): void {
  useToasts.setState({ messages: [] });
}

/** Where the messages appear; once in the shell. */
export function ToastRegion() {
  const messages = useToasts((state) => state.messages);
  return (
    <div className="ui-toasts" role="status" aria-live="polite" data-no-print>
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  );
}

function Toast({ message }: { message: ToastMessage }) {
  const { id, action, stays } = message;
  // Whoever undid something by keyboard, or had just come to the button when it went, does not begin anew at the top of the page.
  const own = useCaughtFocus<HTMLDivElement>();
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissToast(id), action ? 10_000 : 6000);
    return () => clearTimeout(timer);
  }, [id, action, stays]);
  return (
    <div ref={own} className={classNames('ui-toast', message.tone === 'bad' && 'ui-toast--bad')}>
      <span>{message.text}</span>
      {action ? (
        <button
          type="button"
          className="ui-toast__action"
          onClick={() => {
            action.onSelect();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      ) : null}
      <IconButton label={t('common.close')} icon={<IconX size={18} />} onClick={() => dismissToast(id)} />
    </div>
  );
}
