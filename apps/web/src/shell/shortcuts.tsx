import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { welcome } from '../platform/landing.ts';
import { hasPermission, useSession } from '../platform/session.ts';
import { later } from '../ui/later.tsx';
import { useIsDialogOpen } from '../ui/open-dialogs.ts';
import { isTypingIn, isWritingIn, useIsTyping, useWasInUse } from '../ui/typing.ts';
import { commandOf, goKeys, goLettersOf, openShellDialog, typedAfter, useShellDialog } from './shell-keys.ts';

const CommandPalette = later(
  async () => (await import('../areas/search/command-palette.tsx')).CommandPalette,
);
const HelpDialog = lazy(async () => ({
  default: (await import('../areas/help/help-dialog.tsx')).HelpDialog,
}));

const FirstDayTour = lazy(async () => ({
  default: (await import('../areas/help/first-day-tour.tsx')).FirstDayTour,
}));

const TermsAgainDialog = lazy(async () => ({
  default: (await import('../areas/auth/public/terms-again-dialog.tsx')).TermsAgainDialog,
}));

/** Milliseconds between "g" and the letter of a page. */
const goPause = 1200;

/** Milliseconds after which a page that is never idle fetches what its keys open all the same. */
const idleWithin = 5000;

/** Keeps a key pressed for the search whose window is not there yet, wherever the focus still is; false = it is not one of those. */
function keptForSearch(event: KeyboardEvent): boolean {
  const { dialog, typed } = useShellDialog.getState();
  // AltGr, with which "@" is written, comes as Strg+Alt on some keyboards.
  const isCombined = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (dialog !== 'palette' || isCombined || event.isComposing) return false;
  const after = typedAfter(typed, event.key);
  if (after !== null) useShellDialog.setState({ typed: after });
  else if (event.key === 'Escape') openShellDialog(null);
  else return false;
  event.preventDefault();
  return true;
}

/** Once the page is there and has nothing to do: a failed download is tried again when it is asked for. */
function preloadPalette(): () => void {
  const preload = () => void CommandPalette.preload().catch(() => undefined);
  // Safari knows no idle time.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(preload, idleWithin);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(preload, { timeout: idleWithin });
  return () => cancelIdleCallback(handle);
}

/** The tour of the first day, which starts by itself once. */
function FirstTour() {
  const isDue = useSession(
    ({ user }) =>
      user?.isTourDue === true &&
      !user.mustChangePassword &&
      !user.clientConfig.requireSecondFactor &&
      user.termsToAgree === undefined,
  );
  const isWelcomed = useLocation({ select: ({ pathname }) => pathname !== welcome });
  // What a newcomer had to type and press until then, as for the second factor, is no sign of being at work.
  return isDue && isWelcomed ? <DueTour /> : null;
}

function DueTour() {
  // Heard from the start: the tour's code may come while somebody is writing already.
  const isTyping = useIsTyping();
  const [isReady, setIsReady] = useState(false);
  const wasInUse = useWasInUse(isReady);
  // Who came to go through steps, as of a tariff or a questionnaire, is at work as well.
  const { step, questionnaireKey } = useParams({ strict: false });
  const isInSteps = step !== undefined || questionnaireKey !== undefined;
  const [wasInSteps, setWasInSteps] = useState(isInSteps);
  if (isInSteps && !wasInSteps) setWasInSteps(true);
  return !wasInUse && !wasInSteps ? (
    <FirstDayTour isHeld={isTyping} onReady={() => setIsReady(true)} />
  ) : null;
}

/** Keys that work on every page, and the windows they open. No key does anything while another window is open. */
export function Shortcuts() {
  const { dialog, typed } = useShellDialog();
  const isDialogOpen = useIsDialogOpen();
  const terms = useSession(({ user }) => (user?.mustChangePassword ? undefined : user?.termsToAgree));
  const navigate = useNavigate();
  const goneAt = useRef(0);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isDialogOpen || keptForSearch(event) || event.altKey) return;
      const { user } = useSession.getState();
      const hasModifier = event.ctrlKey || event.metaKey;
      const isTyping = hasModifier ? isWritingIn(event.target) : isTypingIn(event.target);
      const isAfterGo = performance.now() - goneAt.current < goPause;
      goneAt.current = event.key === 'g' && !isTyping && !hasModifier ? performance.now() : 0;
      const isOpening = useShellDialog.getState().dialog !== null;
      const command = commandOf({ key: event.key, hasModifier, isTyping, isAfterGo, isOpening });
      if (command === null) return;
      if (command.kind === 'open') {
        event.preventDefault();
        openShellDialog(command.dialog);
      } else if (command.kind === 'undo') {
        // The newest message that offers it, as a click on it would.
        const offers = document.querySelectorAll<HTMLElement>('.ui-toast__action');
        const newest = offers[offers.length - 1];
        if (newest) event.preventDefault();
        newest?.click();
      } else if (command.kind === 'go') {
        if (goLettersOf(user).includes(command.letter)) void navigate({ to: goKeys[command.letter].path });
      } else if (hasPermission(user, 'workbench.view')) {
        void import('../areas/workbench/public/next-task.ts').then(
          ({ goToNextTask }) => goToNextTask((path) => void navigate({ to: path })),
          // The code could not be fetched; the button on the page says so.
          () => undefined,
        );
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDialogOpen, navigate]);
  useEffect(preloadPalette, []);
  const close = () => openShellDialog(null);
  return (
    <Suspense fallback={null}>
      {dialog === 'palette' ? <CommandPalette begunWith={typed} onClose={close} /> : null}
      {dialog === 'help' ? <HelpDialog onClose={close} /> : null}
      {terms === undefined ? null : <TermsAgainDialog version={terms} />}
      <FirstTour />
    </Suspense>
  );
}
