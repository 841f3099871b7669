import { usePageTitle } from '../../platform/page-title.ts';

/** Heading of a page for visitors; names the browser's tab as well. */
export function AuthTitle({ children }: { children: string }) {
  usePageTitle(children);
  return <h1>{children}</h1>;
}
